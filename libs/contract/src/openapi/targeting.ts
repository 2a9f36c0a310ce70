import { impressionFields } from '../auction/field.ts';
import type { AuctionField } from '../auction/field-table.ts';
import { profileResource } from '../resources/profile.ts';
import { dimensions } from '../resources/profile-dimension.ts';
import { table } from './field-table.ts';

/** A row of the table of dimensions, as far as it is described here. */
interface Dimension {
  readonly what?: string;
  readonly lists?: readonly string[];
  readonly targets?: { readonly description: string };
}

const attributes = Object.entries<AuctionField>(impressionFields);
const rows = Object.entries<Dimension>(dimensions);
/** The lists that a dimension of their own governs. */
const governed = new Set(rows.flatMap(([, { lists = [] }]) => lists));

/** The dimensions of targeting profiles as a Markdown table. */
export const targetingTable = (): string =>
  table(
    ['Dimension', 'Targets', 'Action', 'Attributes of the impression'],
    rows
      .filter(([name]) => !governed.has(`${name}_targets`))
      .map(([name, { what, lists = [`${name}_targets`] }]) => [
        name.replaceAll('_', ' '),
        lists.map((list) => `\`${list}\`: ${descriptionOf(list)}, such as \`${exampleOf(list)}\``).join('; '),
        what === undefined ? ownAction(name) : `\`${name}_action\``,
        attributesOf(name),
      ]),
  );

type ProfileField = keyof typeof profileResource.fields;
const fieldOf = (list: string) => profileResource.fields[list as ProfileField];

const descriptionOf = (list: string): string =>
  fieldOf(list).description.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase());

/** The list as it may be sent. */
function exampleOf(list: string): string {
  const { examples = [] } = fieldOf(list).input.meta() ?? {};
  return JSON.stringify((examples as readonly unknown[])[0]);
}

/** Of a dimension without an action for all of its targets. */
const ownAction = (name: string): string => (isPerTarget(name) ? '`action` of each target' : 'always `include`');
const isPerTarget = (name: string): boolean => exampleOf(`${name}_targets`).includes('"action"');

const attributesOf = (dimension: string): string =>
  attributes
    .filter(([, field]) => field.dimension === dimension)
    .map(([name]) => `\`${name}\``)
    .join(', ');
