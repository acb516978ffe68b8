import { LIMITS } from '../../../shared/limits';
import type { App } from '../../../shared/contract/apps';
import { Attempt, call, IdempotentCalls, PagedList } from '../../api';
import { errorText } from '../../i18n/errors';
import { m } from '../../i18n/index.svelte';

/** The apps of the signed-in person as a developer, newest first. */
export class OwnApps extends PagedList<App> {
  readonly #once = new IdempotentCalls();

  constructor() {
    super({ read: () => call('apps.list'), keyOf: ({ ID }) => ID });
  }

  /** Creates an app. The answer alone has its secret. Throws AppError. */
  async create(input: { name: string; redirects: string[]; public: boolean }): Promise<App> {
    return this.#put(await this.#once.call('apps.create', input));
  }

  /** Changes an app. Throws AppError. */
  async update(app: App, changes: { name: string; redirects: string[] }): Promise<App> {
    return this.#put(await call('apps.update', { app_id: app.ID, ...changes }));
  }

  /** Replaces the secret of an app. The answer alone has the new one. Throws AppError. */
  async rotateSecret(app: App): Promise<App> {
    return this.#put(await this.#once.call('apps.rotateSecret', { app_id: app.ID }));
  }

  /** Deletes an app. Throws AppError. */
  async delete(app: App): Promise<void> {
    await call('apps.remove', { app_id: app.ID });
    this.remove(app.ID);
  }

  #put(app: App): App {
    const { Secret: _, ...stored } = app;
    this.put(stored);
    return app;
  }
}

/** The form of a new app, or of one to edit. */
export class AppDraft {
  readonly attempt = new Attempt();
  name = $state('');
  /** One redirect address in each line. */
  redirects = $state('');
  isPublic = $state(false);
  readonly #apps: OwnApps;
  readonly #app: App | null;

  constructor(apps: OwnApps, app: App | null) {
    this.#apps = apps;
    this.#app = app;
    this.name = app?.Name ?? '';
    this.redirects = app?.Redirects.join('\n') ?? '';
  }

  /** Stores the app and returns it, with its secret if it is new; null if a field is wrong or storing failed. */
  async save(): Promise<App | null> {
    const redirects = this.#addresses;
    const faults = {
      ...(!this.name.trim() && { name: 'is required' }),
      ...(redirects.length === 0 && { redirects: 'is required' }),
    };
    if (Object.keys(faults).length > 0) {
      this.attempt.refuse(faults);
      return null;
    }
    let saved: App | null = null;
    const [name, app] = [this.name, this.#app];
    await this.attempt.run(async () => {
      saved = app
        ? await this.#apps.update(app, { name, redirects })
        : await this.#apps.create({ name, redirects, public: this.isPublic });
    });
    return saved;
  }

  get nameFault(): string | undefined {
    return this.attempt.isAt('name') ? m().apps.developer.nameWrong : undefined;
  }

  get redirectsFault(): string | undefined {
    const t = m().apps.developer;
    const field = Object.keys(this.attempt.error?.fields ?? {}).find((key) => key.startsWith('redirects'));
    if (field === undefined) return undefined;
    const addresses = this.#addresses;
    if (addresses.length === 0) return t.redirectsNone;
    if (addresses.length > LIMITS.appRedirects) return t.redirectsMany(LIMITS.appRedirects);
    return t.redirectsWrong(addresses[Number(field.split('.')[1])] ?? '');
  }

  /** The error where no field is at fault. */
  get failure(): string | undefined {
    const { error } = this.attempt;
    return error && !this.nameFault && !this.redirectsFault ? errorText(error) : undefined;
  }

  get #addresses(): string[] {
    const lines = this.redirects.split('\n').map((line) => line.trim());
    return [...new Set(lines)].filter(Boolean);
  }
}
