import { accountsApi } from '@waybill/domain/accounts/api'
import { accountCode } from '@waybill/domain/accounts/account-code'
import { invoice_frequencies } from '@waybill/domain/accounts/model'
import { account_questions, answerable } from '@waybill/domain/accounts/custom-fields'
import {
  account_code_pattern,
  account_invoice_frequency_options,
  default_account_tags,
  default_account_type,
  internal_account_fields,
  registration_fields,
} from '@waybill/domain/accounts/settings'
import { branchLimit, hasPermission } from '@waybill/domain/kit/actor'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { RadioGroup } from '../../kit/form/choices/Choices.tsx'
import { FieldRow, FormPanel } from '../../kit/form/FormPanel.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { MoneyField, NumberField } from '../../kit/form/TypedField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { useMe, useSetting } from '../../kit/session/me.ts'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Page, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { useGo } from '../../kit/url/use-go.ts'
import { frequency_labels } from '../details/account-edit.ts'
import { emptyAccount, newAccountInput, newAccountProblems } from './account-new.ts'
import { AddressField } from '../addresses/AddressField.tsx'
import { ContactFields } from '../addresses/ContactFields.tsx'
import { answersOf } from '../details/custom-values.ts'
import { CustomFieldInputs } from '../details/CustomFieldInputs.tsx'
import { tagsText } from '../tags-text.ts'
import { useAccountChoices } from '../use-account-choices.ts'
import { useBranches } from './use-branches.ts'
import { placeSearch } from '../../maps/index.ts'
import { useCountriesServed } from '../../rates/index.ts'

/** Sample digits for the running number in a preview of the account code. */
const sample_number = '001001'

/** `/accounts/new`: page that opens an account for a customer and invites its owner (ACC-012). */
export default function NewAccountPage() {
  const me = useMe()
  const go = useGo()
  const branches = useBranches()
  const countries = useCountriesServed()
  const { price_lists, tags } = useAccountChoices()
  const defaultType = useSetting(default_account_type)
  const defaultTags = useSetting(default_account_tags)
  const pattern = useSetting(account_code_pattern)
  const rules = {
    registration_fields: useSetting(registration_fields),
    internal_account_fields: useSetting(internal_account_fields),
    account_invoice_frequency_options: useSetting(account_invoice_frequency_options),
  }
  const fields = answerable(me, rules).filter(({ key }) => !(key in account_questions))
  const form = useForm({
    initial: emptyAccount(defaultType, tagsText(defaultTags), answersOf(fields, null)),
    check: (values) => newAccountProblems(me, values, rules),
  })
  const create = useEndpointMutation(accountsApi.create, {
    inForm: true,
    refresh: [accountsApi.list, accountsApi.choices],
    done: ({ id, name }, { first_user }) => {
      toast.success(`${name} is open. The invitation went to ${first_user.email}`)
      void go(`/accounts/${id}`)
    },
  })
  const frequencies = invoice_frequencies.filter((one) =>
    rules.account_invoice_frequency_options.includes(one),
  )
  return (
    <Page width="form">
      <PageHeader title="New account" back={{ to: '/accounts', label: 'Accounts' }} />
      <FormPanel
        form={form}
        saving={create.isPending || create.isSuccess}
        error={create.error}
        submit="Open account"
        onSubmit={(values) => create.mutate(newAccountInput(values))}
      >
        <Stack>
          <Card title="Customer">
            <Stack>
              <TextField {...form.field('name')} label="Name" maxLength={255} autoComplete="off" />
              <FieldRow>
                <TextField
                  {...form.field('account_code')}
                  label="Account code"
                  hint={`Leave empty to get the next code, like ${accountCode(pattern, form.values.name || 'ABC', sample_number)}.`}
                  optional
                  mono
                  maxLength={20}
                />
                <TextField {...form.field('vat_number')} label="VAT number" optional maxLength={20} />
              </FieldRow>
              <FieldRow>
                <TextField
                  {...form.field('registration_number')}
                  label="Registration number"
                  optional
                  maxLength={40}
                />
                <TextField
                  {...form.field('tags')}
                  label="Tags"
                  hint={tags.length > 0 ? `In use: ${tags.slice(0, 5).join(', ')}.` : 'Separated by commas.'}
                  optional
                  maxLength={500}
                />
              </FieldRow>
              <CustomFieldInputs
                fields={fields}
                values={form.values.answers}
                set={(answers) => form.set('answers', answers)}
                errors={form.errors}
              />
            </Stack>
          </Card>
          <Card title="Usual collection address">
            <Stack>
              <AddressField
                {...form.field('default_collection_address.address')}
                label="Find an address"
                needs_code={false}
                abroad={countries.collection}
                placeSearch={placeSearch}
              />
              <ContactFields
                name={form.field('default_collection_address.contact_name')}
                mobile_number={form.field('default_collection_address.mobile_number')}
                email={form.field('default_collection_address.email')}
              />
            </Stack>
          </Card>
          <Card title="Account owner" note="Gets an invitation by email to choose a password">
            <Stack>
              <TextField
                {...form.field('first_user.name')}
                label="Owner’s name"
                maxLength={255}
                autoComplete="off"
              />
              <FieldRow>
                <TextField
                  {...form.field('first_user.email')}
                  label="Owner’s email"
                  inputMode="email"
                  maxLength={254}
                  autoComplete="off"
                />
                <TextField
                  {...form.field('first_user.username')}
                  label="Username"
                  hint="Leave empty to use the email address."
                  optional
                  maxLength={100}
                  autoComplete="off"
                />
              </FieldRow>
            </Stack>
          </Card>
          <Card title="Billing">
            <Stack>
              <RadioGroup
                {...form.field('account_type')}
                label="Account type"
                choices={[
                  { value: 'prepaid', label: 'Prepaid', hint: 'Pays before shipping.' },
                  { value: 'postpaid', label: 'Postpaid', hint: 'Ships up to a limit and pays invoices.' },
                ]}
              />
              {form.values.account_type === 'postpaid' && (
                <FieldRow>
                  {hasPermission(me, 'INLINE_edit_credit_limit') && (
                    <MoneyField {...form.field('credit_limit')} label="Credit limit" optional />
                  )}
                  <NumberField
                    {...form.field('payment_terms')}
                    label="Days to pay"
                    places={0}
                    width={140}
                    optional
                  />
                </FieldRow>
              )}
              <FieldRow>
                <SelectField
                  {...form.field('invoice_frequency')}
                  label="Invoiced"
                  placeholder="Default"
                  clearable
                  optional
                  options={frequencies.map((value) => ({ value, label: frequency_labels[value] }))}
                />
                {hasPermission(me, 'INLINE_edit_rate_group') && (
                  <SelectField
                    {...form.field('current_rate_group_id')}
                    label="Price list"
                    placeholder="Default"
                    clearable
                    optional
                    options={price_lists}
                  />
                )}
              </FieldRow>
              <FieldRow>
                {branchLimit(me) === null && (
                  <SelectField
                    {...form.field('branch_id')}
                    label="Branch"
                    placeholder="Branch of the collection address"
                    clearable
                    optional
                    options={branches.map(({ id, name }) => ({ value: id, label: name }))}
                  />
                )}
                <TextField
                  {...form.field('tracking_prefix')}
                  label="Tracking prefix"
                  optional
                  mono
                  maxLength={20}
                />
              </FieldRow>
            </Stack>
          </Card>
        </Stack>
      </FormPanel>
    </Page>
  )
}
