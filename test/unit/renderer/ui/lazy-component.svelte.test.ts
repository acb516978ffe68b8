import type { Component } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import { LazyComponent } from '../../../../renderer/ui/lazy-component.svelte';

const view: Component = () => ({});

describe('a lazy component', () => {
  it('is loaded once, however often it is needed', async () => {
    const load = vi.fn(() => Promise.resolve({ default: view }));
    const lazy = new LazyComponent(load);
    expect(lazy.component).toBeUndefined();
    expect(load).not.toHaveBeenCalled();
    await Promise.all([lazy.load(), lazy.load()]);
    await lazy.load();
    expect(lazy.component).toBe(view);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('says why it failed, and loads when it is needed again', async () => {
    const away = new TypeError('Failed to fetch');
    const load = vi.fn<() => Promise<{ default: Component }>>();
    load.mockRejectedValueOnce(away).mockResolvedValueOnce({ default: view });
    const lazy = new LazyComponent(load);
    await lazy.load();
    expect(lazy.error).toBe(away);
    expect(lazy.component).toBeUndefined();
    await lazy.load();
    expect(lazy.error).toBeNull();
    expect(lazy.component).toBe(view);
  });
});
