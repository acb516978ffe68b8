import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { isName } from '../../shared/contract';
import type { AppError } from '../../shared/errors';
import type { Service } from '../service';

/** Upper bounds in seconds: a read takes under a millisecond, a sign-in a good part of a second. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** What a host measures about itself, for Prometheus. */
export interface Metrics {
  contentType: string;
  /** The metrics as text. */
  read: () => Promise<string>;
  /** Wraps a service so that its calls and event connections are counted. */
  measure: (service: Service) => Service;
}

/** Creates the metrics of one host. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'courtyard_' });
  const calls = new Histogram({
    name: 'courtyard_call_duration_seconds',
    help: 'Time to answer a call.',
    labelNames: ['call'] as const,
    buckets: DURATIONS,
    registers: [registry],
  });
  const errors = new Counter({
    name: 'courtyard_call_errors_total',
    help: 'Calls answered with an error, by its code.',
    labelNames: ['call', 'code'] as const,
    registers: [registry],
  });
  const connections = new Gauge({
    name: 'courtyard_event_connections',
    help: 'Open event connections of this process.',
    registers: [registry],
  });

  return {
    contentType: registry.contentType,
    read: () => registry.metrics(),
    measure: (service) => {
      const connect: Service['connect'] = async (session, options) => {
        const handle = await service.connect(session, options);
        connections.inc();
        let isOpen = true;
        return {
          ...handle,
          close: () => {
            if (isOpen) connections.dec();
            isOpen = false;
            handle.close();
          },
        };
      };
      const answer: Service['answer'] = async (session, name, input, key) => {
        // A name that is no call comes from outside: each would be a series of its own.
        if (!isName(name)) return service.answer(session, name, input, key);
        const end = calls.startTimer({ call: name });
        try {
          return await service.answer(session, name, input, key);
        } catch (error) {
          errors.inc({ call: name, code: (error as AppError).code });
          throw error;
        } finally {
          end();
        }
      };
      // The service's own properties stay as they are, also those that are computed.
      return Object.create(service, {
        answer: { value: answer },
        call: { value: async (...given: Parameters<Service['answer']>) => (await answer(...given)).value },
        connect: { value: connect },
      }) as Service;
    },
  };
}
