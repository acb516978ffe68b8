import type { Generated } from 'kysely';
import type { Flag } from './kinds';

/** The poll of a message. */
export interface PollTable {
  message_id: number;
  /** Whether a person may choose several options. */
  multiple: Flag;
  anonymous: Flag;
  quiz: Flag;
  /** The position of a quiz's correct option; -1 without one, and in replicas of people who may not see it yet. */
  correct: number;
  explanation: string;
  /** When it closes or was closed; 0 if it stays open. */
  closes_at: number;
  /** How many people voted. */
  voters: Generated<number>;
}

export interface PollOptionTable {
  message_id: number;
  position: number;
  text: string;
  votes: Generated<number>;
}

/** A vote of a person for an option. */
export interface PollVoteTable {
  message_id: number;
  person_id: number;
  position: number;
}
