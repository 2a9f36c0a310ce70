import { mostSampled } from './choose-hours.ts';
import { SampleAnswers } from './sample-answers.ts';
import type { FromSample, ToSample } from './sample-message.ts';

const turns = new MessageChannel();
let goOn: () => void = () => {};
turns.port1.addEventListener('message', () => goOn());
turns.port1.start();

/** A message to oneself comes behind those of the page that have arrived, and at once, unlike a timer. */
const pause = () =>
  new Promise<void>((resolve) => {
    const before = goOn;
    goOn = () => {
      goOn = () => {};
      before();
      resolve();
    };
    turns.port2.postMessage(null);
  });

const answers = new SampleAnswers(mostSampled, pause);
const send = (message: FromSample) => postMessage(message);

addEventListener('message', ({ data }: MessageEvent<ToSample>) => {
  if (data.kind === 'tiers') answers.addTiers(data.key, data.source);
  else void answer(data);
});

async function answer(message: Exclude<ToSample, { kind: 'tiers' }>): Promise<void> {
  const { id } = message;
  try {
    const given =
      message.kind === 'content'
        ? answers.addContent(message.content, message.share)
        : await answers.ask(message.name, message.key, message.input as never);
    send({ id, kind: 'answer', answer: given });
  } catch (error) {
    send({ id, kind: 'problem', message: error instanceof Error ? error.message : String(error) });
  }
}
