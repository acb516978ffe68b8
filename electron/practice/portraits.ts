import { mixed } from './colours';
import type { Random } from './random';

/**
 * A drawn face, square: the words name its hair (short, long, bob, bun, beard, bald) and the colours of hair, skin, clothes
 * and ground.
 */
export function portrait(words: readonly string[], size: number, random: Random): string {
  const [style = 'short', hair = '#3b2f2a', skin = '#e9b48f', cloth = '#2f7d5b', ground = '#e8e4da'] = words;
  const at = (share: number) => (share * size).toFixed(1);
  const shade = mixed(skin, '#7a3f2a', 0.22);
  const face = `
    <rect width="${size}" height="${size}" fill="${ground}"/>
    <circle cx="${at(0.78)}" cy="${at(0.2)}" r="${at(0.26)}" fill="${mixed(ground, cloth, 0.16)}"/>
    ${behind[style]?.(at, hair) ?? ''}
    <path d="M ${at(0.14)} ${at(1)} C ${at(0.14)} ${at(0.78)} ${at(0.34)} ${at(0.76)} ${at(0.5)} ${at(0.76)} C ${at(0.66)} ${at(0.76)} ${at(0.86)} ${at(0.78)} ${at(0.86)} ${at(1)} Z" fill="${cloth}"/>
    <path d="M ${at(0.41)} ${at(0.6)} L ${at(0.41)} ${at(0.77)} Q ${at(0.5)} ${at(0.86)} ${at(0.59)} ${at(0.77)} L ${at(0.59)} ${at(0.6)} Z" fill="${shade}"/>
    <ellipse cx="${at(0.5)}" cy="${at(0.45)}" rx="${at(0.19)}" ry="${at(0.24)}" fill="${skin}"/>
    <circle cx="${at(0.31)}" cy="${at(0.47)}" r="${at(0.035)}" fill="${skin}"/>
    <circle cx="${at(0.69)}" cy="${at(0.47)}" r="${at(0.035)}" fill="${skin}"/>`;
  const eye = (
    x: number,
  ) => `<ellipse cx="${at(x)}" cy="${at(0.45)}" rx="${at(0.019)}" ry="${at(0.024)}" fill="#2b211d"/>
    <path d="M ${at(x - 0.045)} ${at(0.395)} Q ${at(x)} ${at(0.375)} ${at(x + 0.045)} ${at(0.395)}" stroke="${mixed(hair, '#2b211d', 0.4)}" stroke-width="${at(0.014)}" fill="none" stroke-linecap="round"/>`;
  const smile = 0.57 + random() * 0.025;
  const features = `${eye(0.425)}${eye(0.575)}
    <path d="M ${at(0.5)} ${at(0.46)} Q ${at(0.475)} ${at(0.52)} ${at(0.505)} ${at(0.525)}" stroke="${shade}" stroke-width="${at(0.014)}" fill="none" stroke-linecap="round"/>
    <ellipse cx="${at(0.375)}" cy="${at(0.53)}" rx="${at(0.035)}" ry="${at(0.024)}" fill="#e2725b" opacity="0.28"/>
    <ellipse cx="${at(0.625)}" cy="${at(0.53)}" rx="${at(0.035)}" ry="${at(0.024)}" fill="#e2725b" opacity="0.28"/>`;
  const mouth = `<path d="M ${at(0.44)} ${at(0.575)} Q ${at(0.5)} ${at(smile + 0.05)} ${at(0.56)} ${at(0.575)}" stroke="#9b3f36" stroke-width="${at(0.016)}" fill="none" stroke-linecap="round"/>`;
  return face + (before[style]?.(at, hair) ?? '') + features + mouth + glasses(at, random);
}

type At = (share: number) => string;

/** What hair lies behind the head. */
const behind: Record<string, (at: At, hair: string) => string> = {
  long: (at, hair) =>
    `<path d="M ${at(0.27)} ${at(0.42)} C ${at(0.22)} ${at(0.12)} ${at(0.78)} ${at(0.12)} ${at(0.73)} ${at(0.42)} L ${at(0.79)} ${at(0.86)} L ${at(0.21)} ${at(0.86)} Z" fill="${hair}"/>`,
  bob: (at, hair) =>
    `<path d="M ${at(0.27)} ${at(0.42)} C ${at(0.22)} ${at(0.12)} ${at(0.78)} ${at(0.12)} ${at(0.73)} ${at(0.42)} L ${at(0.75)} ${at(0.66)} Q ${at(0.5)} ${at(0.74)} ${at(0.25)} ${at(0.66)} Z" fill="${hair}"/>`,
  bun: (at, hair) =>
    `<circle cx="${at(0.5)}" cy="${at(0.15)}" r="${at(0.1)}" fill="${hair}"/><path d="M ${at(0.285)} ${at(0.5)} C ${at(0.25)} ${at(0.14)} ${at(0.75)} ${at(0.14)} ${at(0.715)} ${at(0.5)} Z" fill="${hair}"/>`,
};

/** What hair lies on the brow and the cheeks. */
const before: Record<string, (at: At, hair: string) => string> = {
  short: (at, hair) =>
    `<path d="M ${at(0.3)} ${at(0.43)} C ${at(0.26)} ${at(0.14)} ${at(0.74)} ${at(0.12)} ${at(0.7)} ${at(0.43)} C ${at(0.68)} ${at(0.32)} ${at(0.6)} ${at(0.3)} ${at(0.5)} ${at(0.31)} C ${at(0.4)} ${at(0.3)} ${at(0.33)} ${at(0.33)} ${at(0.3)} ${at(0.43)} Z" fill="${hair}"/>`,
  long: fringe,
  bob: (at, hair) =>
    `<path d="M ${at(0.29)} ${at(0.42)} C ${at(0.3)} ${at(0.14)} ${at(0.7)} ${at(0.14)} ${at(0.71)} ${at(0.42)} C ${at(0.66)} ${at(0.34)} ${at(0.34)} ${at(0.34)} ${at(0.29)} ${at(0.42)} Z" fill="${hair}"/>`,
  bun: fringe,
  bald: (at, hair) =>
    `<path d="M ${at(0.31)} ${at(0.5)} Q ${at(0.285)} ${at(0.4)} ${at(0.325)} ${at(0.34)} L ${at(0.345)} ${at(0.44)} Z M ${at(0.69)} ${at(0.5)} Q ${at(0.715)} ${at(0.4)} ${at(0.675)} ${at(0.34)} L ${at(0.655)} ${at(0.44)} Z" fill="${hair}"/><path d="M ${at(0.42)} ${at(0.555)} Q ${at(0.5)} ${at(0.525)} ${at(0.58)} ${at(0.555)} Q ${at(0.5)} ${at(0.57)} ${at(0.42)} ${at(0.555)} Z" fill="${hair}"/>`,
  beard: (at, hair) =>
    `<path d="M ${at(0.3)} ${at(0.43)} C ${at(0.27)} ${at(0.13)} ${at(0.73)} ${at(0.13)} ${at(0.7)} ${at(0.43)} C ${at(0.67)} ${at(0.3)} ${at(0.36)} ${at(0.28)} ${at(0.3)} ${at(0.43)} Z" fill="${hair}"/><path d="M ${at(0.315)} ${at(0.49)} Q ${at(0.32)} ${at(0.71)} ${at(0.5)} ${at(0.72)} Q ${at(0.68)} ${at(0.71)} ${at(0.685)} ${at(0.49)} Q ${at(0.64)} ${at(0.55)} ${at(0.57)} ${at(0.545)} Q ${at(0.5)} ${at(0.53)} ${at(0.43)} ${at(0.545)} Q ${at(0.36)} ${at(0.55)} ${at(0.315)} ${at(0.49)} Z" fill="${hair}"/>`,
};

function fringe(at: At, hair: string): string {
  return `<path d="M ${at(0.3)} ${at(0.46)} C ${at(0.28)} ${at(0.14)} ${at(0.72)} ${at(0.14)} ${at(0.7)} ${at(0.46)} C ${at(0.69)} ${at(0.34)} ${at(0.6)} ${at(0.3)} ${at(0.54)} ${at(0.26)} C ${at(0.47)} ${at(0.33)} ${at(0.33)} ${at(0.34)} ${at(0.3)} ${at(0.46)} Z" fill="${hair}"/>`;
}

/** Every fourth face wears them. */
function glasses(at: At, random: Random): string {
  if (random() > 0.27) return '';
  const ring = (x: number) =>
    `<circle cx="${at(x)}" cy="${at(0.45)}" r="${at(0.056)}" fill="#fff" fill-opacity="0.14" stroke="#2d2a33" stroke-width="${at(0.012)}"/>`;
  return `${ring(0.422)}${ring(0.578)}<path d="M ${at(0.478)} ${at(0.445)} Q ${at(0.5)} ${at(0.435)} ${at(0.522)} ${at(0.445)}" stroke="#2d2a33" stroke-width="${at(0.012)}" fill="none"/>`;
}
