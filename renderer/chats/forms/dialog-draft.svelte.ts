import type { DialogModel } from '../../../shared/contract/records';
import { call, changedFields } from '../../api';

interface Fields {
  name: string;
  description: string;
  link: string;
  topic: number;
  country: number;
  private: boolean;
}

/** The fields of a group or channel that is edited, as they were when the form was opened. */
export class DialogDraft {
  name = $state('');
  description = $state('');
  tag = $state('');
  /** The number of the topic, and of the country, as text. */
  topic = $state('');
  country = $state('');
  isPrivate = $state(false);
  readonly #id: number;
  readonly #before: Fields;

  constructor({ ID, Name, Description, Link, Topic, Country, Private }: DialogModel) {
    this.#id = ID;
    this.name = Name;
    this.description = Description;
    this.tag = Link;
    this.topic = String(Topic);
    this.country = String(Country);
    this.isPrivate = Private;
    this.#before = this.#fields();
  }

  /** Saves what was changed; other admins may have changed the rest. Throws AppError. */
  async save(): Promise<void> {
    const changes = changedFields(this.#before, this.#fields());
    if (Object.keys(changes).length > 0) await call('dialogs.update', { dialog_id: this.#id, ...changes });
  }

  #fields(): Fields {
    return {
      name: this.name,
      description: this.description,
      link: this.tag.trim().replace(/^@/, ''),
      topic: Number(this.topic),
      country: Number(this.country),
      private: this.isPrivate,
    };
  }
}
