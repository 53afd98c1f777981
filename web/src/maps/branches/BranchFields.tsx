import { branchLimit } from '@waybill/domain/kit/actor'
import { AddressField } from '../../accounts/index.ts'
import { Toggle } from '../../kit/form/choices/Choices.tsx'
import { FieldRow } from '../../kit/form/FormPanel.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { PhoneField } from '../../kit/form/TypedField.tsx'
import type { Form } from '../../kit/form/use-form.ts'
import { useMe } from '../../kit/session/me.ts'
import { branch_labels, type BranchEdit } from './branch-edit.ts'
import { HoursField } from './HoursField.tsx'
import { placeSearch } from '../place-search.ts'

/** The form fields of a branch. */
export function BranchFields({ form }: { form: Form<BranchEdit> }) {
  const me = useMe()
  const isLimited = branchLimit(me) !== null
  return (
    <>
      <FieldRow>
        <TextField
          {...form.field('name')}
          label={branch_labels.name}
          hint="Shown on labels and in lists, such as JHB."
          mono
          maxLength={10}
          autoComplete="off"
          spellCheck={false}
        />
        <TextField
          {...form.field('public_name')}
          label={branch_labels.public_name}
          hint="Such as Johannesburg."
          maxLength={120}
          autoComplete="off"
        />
      </FieldRow>
      <AddressField
        {...form.field('address')}
        label={branch_labels.address}
        needs_code={false}
        placeSearch={placeSearch}
      />
      <FieldRow>
        <TextField
          {...form.field('contact_name')}
          label={branch_labels.contact_name}
          optional
          maxLength={255}
        />
        <PhoneField {...form.field('phone')} label={branch_labels.phone} optional />
      </FieldRow>
      <TextField
        {...form.field('email')}
        label={branch_labels.email}
        optional
        inputMode="email"
        maxLength={254}
      />
      <TextField
        {...form.field('bays')}
        label={branch_labels.bays}
        hint="Bays for parcels at this branch, separated by commas. The hub scanner lists them."
        optional
        maxLength={4000}
        autoComplete="off"
      />
      <HoursField binding={form.field('working_hours')} />
      <Toggle
        {...form.field('is_active')}
        label={branch_labels.is_active}
        hint="When off, addresses in its areas go to the nearest other branch."
        {...(isLimited ? { off: 'Only users who work for all branches can switch it off.' } : {})}
      />
    </>
  )
}
