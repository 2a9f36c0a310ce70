import '@mantine/core/styles.css';
import './style/colour.css';
import './style/page.css';
import './style/notice.css';
import './style/table.css';
import './style/frame.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { router } from './routes.tsx';
import { queryClient } from './service/trpc.ts';
import { resolveColours, theme } from './style/theme.ts';

createRoot(document.querySelector('#page')!).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={resolveColours} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
