import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The page is served under /app/ by the service, which also answers its requests. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/app/',
  plugins: [react()],
  resolve: { conditions: ['@auction-tiers/source', 'module', 'browser', 'production'] },
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    reportCompressedSize: false,
    // What every room loads is one file, which compresses better than the 34 that rooms would share: 213 KB, not 235 KB.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'frame', tags: ['$initial'] }] } } },
  },
});
