import { ServiceError } from '@auction-tiers/contract';
import express, { type Request, type RequestHandler, type Response } from 'express';
import type { Logger } from 'pino';
import { allowedMethods, Exchange, methodRefusal } from '../http/exchange.ts';
import type { PageFiles } from './page-files.ts';

/** Where the page is. */
export const pagePath = '/app';

const methods = allowedMethods(['GET']);

/** For a person who opens the address in a browser. */
const notBuilt = `The page is not built, so it cannot be shown. Everything else of this service works without it.

Build it in the folder of the repository, and load this address again:

    node tools/run.mjs tools/start/build-page.ts

That also says what is wrong where it cannot be built. npm start builds it too.
`;

/**
 * Serves the page and its files. An address inside the page that names no file, such as /app/tiers, is the page itself,
 * which reads its own address.
 */
export function createPageDoor(files: PageFiles, log: Logger): RequestHandler {
  const answer = async (request: Request, response: Response, exchange: Exchange) => {
    const { method, path, originalUrl } = request;
    if (method === 'OPTIONS') return exchange.options(methods);
    if (method !== 'GET' && method !== 'HEAD') {
      throw methodRefusal(`${pagePath}${path}`, method, methods);
    }
    // The addresses of the page's files are relative to the final slash.
    const [target = '', query] = originalUrl.split('?', 2);
    if (!target.slice(1).includes('/')) {
      return response.redirect(308, `${target.slice(1)}/${query === undefined ? '' : `?${query}`}`);
    }
    const file = await files.find(path.slice(1));
    if (file !== undefined) return file.send(request, response);
    const index = await files.index();
    if (index === undefined) return void response.status(503).type('text/plain').send(notBuilt);
    if (/\.\w+$/.test(path)) throw new ServiceError('not_found', `the page has no file ${path.slice(1)}`);
    await index.send(request, response);
  };
  return async (request, response) => {
    const exchange = new Exchange(request, response, null, log);
    try {
      await answer(request, response, exchange);
    } catch (error) {
      exchange.fail(error);
    }
  };
}

/**
 * Redirects a browser that asks for `/` to the page or, where the page is not built, to the API reference. Passes on a
 * client that does not prefer HTML.
 */
export const leadBrowser =
  (files: PageFiles): RequestHandler =>
  async (request, response, next) => {
    // Of `//` a relative address would lead elsewhere.
    if (request.path !== '/') return next();
    response.vary('accept');
    if (express.request.accepts.call(request, 'application/json', 'text/html') !== 'text/html') return next();
    response.redirect(302, (await files.index()) === undefined ? 'docs' : `${pagePath.slice(1)}/`);
  };
