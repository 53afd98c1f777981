import { empty_address, type AddressParts } from '@waybill/domain/accounts/address'
import { accountsApi } from '@waybill/domain/accounts/api'
import type { AddressBookEntry } from '@waybill/domain/accounts/model'
import { isEmail } from '@waybill/domain/kit/contacts/email'
import { isPhone, phoneSentence } from '@waybill/domain/kit/contacts/phone-number'
import { useId } from 'react'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { TextArea, TextField } from '../../kit/form/TextField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { AddressField } from './AddressField.tsx'
import { ContactFields } from './ContactFields.tsx'
import { bookAddress, type PlaceSearch } from './address-suggestion.ts'

interface Typed {
  name: string
  contact_name: string
  mobile_number: string
  email: string
  address: AddressParts
  special_instructions: string
}

/** Form that adds or changes an address book entry (ADDR-007). */
export function AddressBookForm({
  entry,
  account_id,
  placeSearch,
  abroad,
  onClose,
}: {
  entry: AddressBookEntry | null
  account_id: number | null
  placeSearch: PlaceSearch
  /** Foreign countries offered for selection. */
  abroad: readonly string[]
  onClose: () => void
}) {
  const id = useId()
  const form = useForm<Typed>({
    initial: {
      name: entry?.name ?? '',
      contact_name: entry?.contact_name ?? '',
      mobile_number: entry?.mobile_number ?? '',
      email: entry?.email ?? '',
      address: entry ? bookAddress(entry) : empty_address,
      special_instructions: entry?.special_instructions ?? '',
    },
    format: {
      mobile_number: (typed: string) => (isPhone(typed) ? null : phoneSentence()),
      email: (typed: string) => (isEmail(typed) ? null : 'This is not an email address.'),
    },
    check: ({ name, address }) => [
      ...(name.trim() === '' ? [{ field: 'name', message: 'Name is required.' }] : []),
      ...(address.local_area === '' && address.city === ''
        ? [{ field: 'address', message: 'The address needs at least a suburb or a city.' }]
        : []),
    ],
  })
  const save = useEndpointMutation(accountsApi.saveAddress, {
    refresh: [accountsApi.addressBook],
    inForm: true,
    done: () => {
      toast.success(entry ? 'Address changed' : 'Address added')
      onClose()
    },
  })
  return (
    <Modal
      title={entry ? `Change ${entry.name}` : 'Add address'}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={id} busy={save.isPending}>
            {entry ? 'Save changes' : 'Add address'}
          </Button>
        </>
      }
    >
      <FormPanel
        id={id}
        form={form}
        saving={save.isPending || save.isSuccess}
        error={save.error}
        submit=""
        hideButtons
        onSubmit={(typed) =>
          save.mutate({
            ...typed,
            id: entry?.id,
            account_id: account_id ?? undefined,
            source: entry?.source ?? 'manual',
          })
        }
      >
        <TextField
          {...form.field('name')}
          label="Name"
          hint="How you look it up, such as a company or person."
          autoComplete="off"
          spellCheck={false}
        />
        <AddressField
          {...form.field('address')}
          label="Find an address"
          needs_code={false}
          abroad={abroad}
          placeSearch={placeSearch}
        />
        <ContactFields
          name={form.field('contact_name')}
          mobile_number={form.field('mobile_number')}
          email={form.field('email')}
        />
        <TextArea
          {...form.field('special_instructions')}
          label="Instructions for the driver"
          optional
          rows={2}
          maxLength={2000}
        />
      </FormPanel>
    </Modal>
  )
}
