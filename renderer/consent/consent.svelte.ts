import { appScopes, highestScope, type AppScope } from '../../shared/app-scopes';
import type { Output } from '../../shared/contract';
import { Attempt, call, me } from '../api';

/** The parameters of an authorization request that the service reads; others are ignored, as OAuth prescribes. */
const PARAMETERS = ['response_type', 'scope', 'state', 'code_challenge', 'code_challenge_method'] as const;

/** An app's request for access: what the consent page shows, and the person's decision. */
export class Consent {
  readonly loading = new Attempt();
  readonly deciding = new Attempt();
  #request = $state.raw<Output<'apps.request'> | null>(null);
  #isLeaving = $state(false);
  readonly #parameters: ReturnType<typeof parametersOf>;
  readonly #leave: (address: string) => void;

  /** `query` is that of the authorization address; `leave` opens the app, so that going back doesn't return here. */
  constructor(query: string, leave = (address: string) => location.replace(address)) {
    this.#parameters = parametersOf(query);
    this.#leave = leave;
  }

  /** The described request; null until it is loaded. */
  get request(): Output<'apps.request'> | null {
    return this.#request;
  }

  /** Everything that the app may do if allowed. */
  get scopes(): readonly AppScope[] {
    const highest = highestScope(this.#request?.Scopes ?? []);
    return appScopes.slice(0, appScopes.indexOf(highest) + 1);
  }

  /** Whether the person decided and the app is being opened. */
  get isLeaving(): boolean {
    return this.#isLeaving;
  }

  load(): Promise<boolean> {
    return this.loading.run(async () => {
      const asking = call('apps.request', this.#parameters);
      // Elsewhere the shell loads the person, which this page doesn't have.
      const [request] = await Promise.all([asking, me.person ?? me.load()]);
      this.#request = request;
    });
  }

  /** Sends the decision and goes back to the app. */
  async decide(allow: boolean): Promise<void> {
    await this.deciding.run(async () => {
      const { Redirect } = await call('apps.authorize', { ...this.#parameters, allow });
      this.#go(Redirect);
    });
  }

  /** Goes back to the app with the error of an invalid request. */
  goBack(): void {
    if (this.#request) this.#go(this.#request.Redirect);
  }

  #go(address: string): void {
    this.#isLeaving = true;
    this.#leave(address);
  }
}

function parametersOf(query: string) {
  const given = new URLSearchParams(query);
  const optional = PARAMETERS.flatMap((key) => {
    const value = given.get(key);
    return value === null ? [] : [[key, value] as const];
  });
  return {
    client_id: given.get('client_id') ?? '',
    redirect_uri: given.get('redirect_uri') ?? '',
    ...(Object.fromEntries(optional) as Partial<Record<(typeof PARAMETERS)[number], string>>),
  };
}
