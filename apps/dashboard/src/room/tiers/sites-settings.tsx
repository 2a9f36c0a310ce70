import { isSameValue, type YmProfile } from '@auction-tiers/contract';
import { Checkbox, MultiSelect } from '@mantine/core';
import { usePlace } from '../../address/place.ts';
import { Form, FormActions, useForm } from '../../part/form.tsx';
import { Notice } from '../../part/kit.tsx';
import { changeYmProfile } from '../../service/change-ym-profile.ts';

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: `${hour}`, label: `${hour}:00 to ${hour + 1}:00` }));

/** The settings as the form has them. */
const settingsOf = ({ closed_hours: closed, no_units }: YmProfile) => ({
  closed_hours: (closed ?? []).map(String),
  no_units,
});

/** What recorded auctions cannot tell of the sites, and a try of a draft needs to know. */
export function SitesSettings() {
  const { ymProfile, session } = usePlace();
  const isReader = !session.scopes.includes('write');
  const known = settingsOf(ymProfile);
  const form = useForm({
    first: known,
    send: ({ closed_hours: closed, no_units }) =>
      changeYmProfile(ymProfile, () => ({
        ...(isSameValue(closed, known.closed_hours) ? {} : { closed_hours: closed.map(Number) }),
        ...(no_units === known.no_units ? {} : { no_units }),
      })),
    onSuccess: (_, forget) => forget(),
  });
  const isSame = isSameValue(form.values, known);
  const { value: isWithoutUnits, onChange: declare } = form.field('no_units');
  return (
    <Form title="What a try should know of the sites" form={form}>
      <fieldset className="bare-fields" disabled={isReader}>
        <MultiSelect
          label="Hours in which they are closed"
          description="A try doubts a result where an hour of the day has no auctions at all, unless the sites are closed then"
          data={hours}
          searchable
          placeholder={form.values.closed_hours.length === 0 ? 'none' : ''}
          {...form.field('closed_hours')}
        />
        <Checkbox
          label="No user returns to these sites"
          description="Leave it unchecked unless you are sure: where auctions name no user, people who come back can make chance look like a gain"
          checked={isWithoutUnits}
          onChange={({ currentTarget: { checked } }) => declare(checked)}
        />
      </fieldset>
      {!isReader && <FormActions submit="Save" form={form} isDisabled={isSame} />}
      {form.isSuccess && isSame && <Notice>Saved.</Notice>}
    </Form>
  );
}
