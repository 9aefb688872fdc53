import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // The page in a real browser: npm run test:browser.
    exclude: [...configDefaults.exclude, 'test/browser/**'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Most tests wait for processes; with one worker less than there are cores, the default, a small machine would wait with them.
    maxWorkers: 3,
  },
});
