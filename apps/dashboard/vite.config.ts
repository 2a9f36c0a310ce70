import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The page is served under /app/ by the service, which also answers its requests. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/app/',
  plugins: [react()],
  resolve: { conditions: ['@auction-tiers/source', 'module', 'browser', 'production'] },
  worker: { format: 'es' },
  build: { target: 'es2023', outDir: 'dist', emptyOutDir: true, reportCompressedSize: false },
});
