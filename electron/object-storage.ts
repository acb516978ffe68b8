import type { S3Options } from './content/s3/s3-address';
import { SettingsError, type Settings } from './settings/settings';

/**
 * The bucket of the settings with the key of the environment, which is not a setting so that it isn't seen where
 * processes are listed; null for none. Throws SettingsError without a PostgreSQL database or without a key.
 */
export function objectStorageOf(
  { content, database }: Pick<Settings, 'content' | 'database'>,
  env: Readonly<Record<string, string | undefined>> = process.env,
): S3Options | null {
  if (content === null) return null;
  if (database === null)
    throw new SettingsError(
      'The flag --content is for hosts on PostgreSQL: name the database with --database, or leave it out.',
    );
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!accessKeyId || !secretAccessKey)
    throw new SettingsError(
      'The flag --content needs the key of the bucket in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    );
  return { ...content, accessKeyId, secretAccessKey };
}
