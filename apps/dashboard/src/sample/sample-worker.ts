import { mostSampled } from './choose-hours.ts';
import { SampleAnswers } from './sample-answers.ts';
import type { FromSample, ToSample } from './sample-message.ts';

const answers = new SampleAnswers(mostSampled);

addEventListener('message', ({ data }: MessageEvent<ToSample>) => {
  if (data.kind === 'tiers') answers.addTiers(data.key, data.source);
  else postMessage(answer(data) satisfies FromSample);
});

function answer(message: Exclude<ToSample, { kind: 'tiers' }>): FromSample {
  const { id } = message;
  try {
    const given =
      message.kind === 'content'
        ? answers.addContent(message.content, message.share)
        : answers.answer(message, message.key);
    return { id, kind: 'answer', answer: given };
  } catch (error) {
    return { id, kind: 'problem', message: error instanceof Error ? error.message : String(error) };
  }
}
