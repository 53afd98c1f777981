import { useQuery } from '@tanstack/react-query'
import { empty_address, type AddressParts } from '@waybill/domain/accounts/address'
import {
  account_verification_method,
  otp_length,
  otp_resend_seconds,
  registration_fields,
  type CustomField,
} from '@waybill/domain/accounts/settings'
import { registrationApi } from '@waybill/domain/identity/registration/registration-api'
import { checkPassword } from '@waybill/domain/identity/sign-in/passwords'
import {
  registrationMessage,
  registrationProblems,
  type RegistrationFacts,
} from '@waybill/domain/identity/registration/registration'
import { logo_url, password_min_length, provider_title } from '@waybill/domain/identity/settings'
import { checksTerms } from '@waybill/domain/identity/registration/terms'
import type { FieldProblem } from '@waybill/domain/kit/problem'
import { useLayoutEffect, useRef, useState } from 'react'
import { AddressField } from '../../accounts/index.ts'
import { call } from '../../kit/api/call.ts'
import { sentenceOf } from '../../kit/api/error-text.ts'
import { endpointQuery } from '../../kit/api/endpoint-query.ts'
import { Checkbox, RadioGroup } from '../../kit/form/choices/Choices.tsx'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { PhoneField } from '../../kit/form/TypedField.tsx'
import { useForm, type FieldBinding, type Form } from '../../kit/form/use-form.ts'
import { useSetting } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { usePageTitle } from '../../kit/url/page-title.ts'
import { placeSearch } from '../../maps/index.ts'
import { useCountriesServed } from '../../rates/index.ts'
import { EntryCard } from '../sign-in/EntryCard.tsx'
import { storeSession } from '../sign-in/log-in.ts'
import { passwordHint } from '../passwords/password-hint.ts'
import { PasswordField } from '../passwords/PasswordField.tsx'
import { not_read, TermsText } from '../registration/TermsText.tsx'
import { solvedChallenge } from '../sign-in/solved-challenge.ts'
import { VerifyCode } from '../registration/VerifyCode.tsx'
import entry from '../sign-in.module.css'
import styles from './register.module.css'

interface Details {
  account_type: 'company' | 'personal'
  company: string
  name: string
  email: string
  phone_number: string
  password: string
  custom_fields: Record<string, string>
}

interface Addresses {
  collection_address: AddressParts
  billing_address: AddressParts
  is_same: boolean
}

type Step = 'details' | 'addresses' | 'terms' | 'code'

const headings: Readonly<Record<Step, string>> = {
  details: 'Your details',
  addresses: 'Your addresses',
  terms: 'Terms and conditions',
  code: 'Enter the code',
}

const home = (): void => window.location.assign('/')

/** Registration page: details, addresses, terms, then the code that was sent (AUTH-031…AUTH-036). */
export default function RegisterPage() {
  const fields = useSetting(registration_fields)
  const [step, setStep] = useState<Step>('details')
  const [registration, setRegistration] = useState<string>()
  const [sent, setSent] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  const details = useDetails(fields)
  const addresses = useForm<Addresses>({
    initial: { collection_address: empty_address, billing_address: empty_address, is_same: true },
  })
  const company = useSetting(provider_title)
  const logo = useSetting(logo_url)
  const verifies = useSetting(account_verification_method) !== 'none'
  usePageTitle('Open an account')
  const top = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useLayoutEffect(() => {
    if (shown.current === step) return
    shown.current = step
    window.scrollTo({ top: 0 })
    // The code step focuses its own input.
    if (step !== 'code') top.current?.focus({ preventScroll: true })
  }, [step])
  const resendSeconds = useSetting(otp_resend_seconds)
  const digits = useSetting(otp_length)
  const { data: terms } = useQuery(endpointQuery(registrationApi.terms, {}))
  const hasTerms = terms !== undefined && checksTerms(terms)
  const order: readonly Step[] = [
    'details',
    'addresses',
    ...(hasTerms ? (['terms'] as const) : []),
    ...(verifies || step === 'code' ? (['code'] as const) : []),
  ]

  const send = async (): Promise<void> => {
    setBusy(true)
    setMessage(null)
    const { collection_address, billing_address, is_same } = addresses.values
    const { company, ...values } = details.values
    const ownBilling = is_same ? collection_address : billing_address
    try {
      const answer = await call(registrationApi.register, {
        ...values,
        ...(values.account_type === 'company' ? { company } : {}),
        ...(isFilled(collection_address) ? { collection_address } : {}),
        ...(isFilled(ownBilling) ? { billing_address: ownBilling } : {}),
        ...(await solvedChallenge()),
        ...(hasTerms ? { terms_and_conditions_accepted_version: terms.terms_and_conditions_version } : {}),
      })
      if (answer.access_token) {
        storeSession({ ...answer, access_token: answer.access_token })
        home()
        return
      }
      setRegistration(answer.registration)
      setSent(answer.message)
      setStep('code')
    } catch (thrown) {
      const sentence = sentenceOf(thrown)
      setMessage(sentence === null ? null : registrationMessage(sentence))
      if (details.takeError(thrown) && !hasTerms) setStep('details')
    }
    setBusy(false)
  }
  /** Checks the password before the next step, because only the server can recognise a common one. */
  const goOn = async (): Promise<void> => {
    const { password, name, email } = details.values
    setMessage(null)
    try {
      await call(registrationApi.checkPassword, { password, name, email })
      setStep('addresses')
    } catch (thrown) {
      if (!details.takeError(thrown)) setMessage(sentenceOf(thrown))
    }
  }
  const at = order.indexOf(step)
  return (
    <div className={entry.page}>
      <EntryCard company={company} logo_url={logo}>
        <h1>Open an account</h1>
        <div className={styles.step}>
          <p className={styles.count}>
            Step {at + 1} of {order.length}
          </p>
          <div className={styles.bar} aria-hidden="true">
            {order.map((one, index) => (
              <span className={styles.barPart} key={one} data-done={index <= at ? '' : undefined} />
            ))}
          </div>
          <h2 className={styles.stepHeading} ref={top} tabIndex={-1} data-focus="quiet">
            {headings[step]}
          </h2>
        </div>
        {message && (
          <Notice variant="error" live>
            {message}
          </Notice>
        )}
        {step === 'details' && <DetailsStep form={details} fields={fields} onNext={goOn} />}
        {step === 'addresses' && (
          <AddressesStep
            form={addresses}
            isBusy={isBusy}
            onBack={() => setStep('details')}
            onNext={() => (hasTerms ? setStep('terms') : void send())}
          />
        )}
        {step === 'terms' && terms && (
          <TermsStep
            terms={terms}
            isBusy={isBusy}
            onBack={() => setStep('details')}
            onAccept={() => void send()}
          />
        )}
        {step === 'code' && (
          <VerifyCode
            email={details.values.email}
            hint={sent}
            {...(registration ? { registration } : {})}
            resend_seconds={resendSeconds}
            length={digits}
            onDone={home}
          />
        )}
      </EntryCard>
      <p className={entry.below}>
        Already a customer?{' '}
        <a className={entry.belowLink} href="/login">
          Log in
        </a>
      </p>
    </div>
  )
}

function isFilled(address: AddressParts): boolean {
  return (
    address.street_address.trim() !== '' || address.local_area.trim() !== '' || address.city.trim() !== ''
  )
}

function useDetails(fields: readonly CustomField[]): Form<Details> {
  const shortest = useSetting(password_min_length)
  const provider = useSetting(provider_title)
  return useForm<Details>({
    initial: {
      account_type: 'company',
      company: '',
      name: '',
      email: '',
      phone_number: '',
      password: '',
      custom_fields: Object.fromEntries(fields.map(({ key }) => [key, ''])),
    },
    check: (values) => {
      const facts: RegistrationFacts = values
      const problems: FieldProblem[] = registrationProblems(facts, { fields, block_disposable_emails: false })
      const owner = { name: values.name, email: values.email, username: values.email, provider }
      const result = checkPassword(values.password, shortest, owner)
      return result === true
        ? problems
        : [...problems, ...result.fields.map(({ field }) => ({ field, message: result.message }))]
    },
  })
}

function DetailsStep({
  form,
  fields,
  onNext,
}: {
  form: Form<Details>
  fields: readonly CustomField[]
  onNext: () => Promise<void>
}) {
  const shortest = useSetting(password_min_length)
  const provider = useSetting(provider_title)
  const { name, email, password } = form.values
  return (
    <FormPanel form={form} saving={false} error={null} submit="Continue" hideButtons onSubmit={onNext}>
      <RadioGroup
        {...form.field('account_type')}
        label="Who is the account for?"
        choices={[
          { value: 'company', label: 'A company' },
          { value: 'personal', label: 'Myself' },
        ]}
      />
      {form.values.account_type === 'company' && (
        <TextField {...form.field('company')} label="Company" autoComplete="organization" />
      )}
      <TextField {...form.field('name')} label="Your name" autoComplete="name" />
      <TextField
        {...form.field('email')}
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PhoneField {...form.field('phone_number')} label="Phone number" />
      <PasswordField
        {...form.field('password')}
        label="Password"
        autoComplete="new-password"
        hint={passwordHint(password, shortest, { name, email, username: email, provider })}
      />
      {fields.map((field) => (
        <Question key={field.key} field={field} binding={questionOf(form, field.key)} />
      ))}
      <Buttons />
    </FormPanel>
  )
}

/** Returns the field binding of an additional field. Its key is defined in the company's settings. */
function questionOf(form: Form<Details>, key: string): FieldBinding<string> {
  const binding = form.field('custom_fields')
  return {
    ...binding,
    name: `custom_fields.${key}`,
    value: binding.value[key] ?? '',
    error: form.errors[`custom_fields.${key}`],
    onChange: (value) => binding.onChange({ ...binding.value, [key]: value }),
  }
}

/** Input for one of the company's own questions (AUTH-033). */
function Question({ field, binding }: { field: CustomField; binding: FieldBinding<string> }) {
  const appearance = { label: field.label, optional: !field.required }
  if (field.type === 'select')
    return (
      <SelectField<string, string>
        {...binding}
        {...appearance}
        none=""
        clearable
        options={field.options.map((option) => ({ value: option, label: option }))}
      />
    )
  if (field.type === 'checkbox')
    return (
      <Checkbox
        {...binding}
        label={field.label}
        value={binding.value === 'yes'}
        onChange={(on) => binding.onChange(on ? 'yes' : '')}
      />
    )
  return (
    <TextField
      {...binding}
      {...appearance}
      {...(field.type === 'number' ? { inputMode: 'decimal' as const } : {})}
      {...(field.type === 'date' ? { placeholder: '2026-03-04' } : {})}
    />
  )
}

function AddressesStep({
  form,
  isBusy,
  onBack,
  onNext,
}: {
  form: Form<Addresses>
  isBusy: boolean
  onBack: () => void
  onNext: () => void
}) {
  const countries = useCountriesServed()
  return (
    <FormPanel form={form} saving={isBusy} error={null} submit="Continue" hideButtons onSubmit={onNext}>
      <p>Where do we usually collect from you? You can leave this out and enter it later.</p>
      <AddressField
        {...form.field('collection_address')}
        label="Collection address"
        placeSearch={placeSearch}
        needs_code={false}
        abroad={countries.collection}
      />
      <Checkbox {...form.field('is_same')} label="Invoices go to the same address" />
      {!form.values.is_same && (
        <AddressField
          {...form.field('billing_address')}
          label="Billing address"
          placeSearch={placeSearch}
          needs_code={false}
          abroad={countries.collection}
        />
      )}
      <Buttons isBusy={isBusy} onBack={onBack} />
    </FormPanel>
  )
}

/** The Continue and Back buttons, as wide as the card. */
function Buttons({ isBusy = false, onBack }: { isBusy?: boolean; onBack?: () => void }) {
  return (
    <div className={styles.buttons}>
      <Button type="submit" variant="primary" size="lg" full busy={isBusy}>
        Continue
      </Button>
      {onBack && (
        <Button size="lg" full onClick={onBack}>
          Back
        </Button>
      )}
    </div>
  )
}

function TermsStep({
  terms,
  isBusy,
  onBack,
  onAccept,
}: {
  terms: Parameters<typeof TermsText>[0]['terms']
  isBusy: boolean
  onBack: () => void
  onAccept: () => void
}) {
  const [isReady, setReady] = useState(false)
  return (
    <div className={entry.form}>
      <TermsText terms={terms} onReady={setReady} />
      <div className={styles.buttons}>
        <Button
          variant="primary"
          size="lg"
          full
          busy={isBusy}
          reason={isReady ? null : not_read}
          onClick={onAccept}
        >
          Accept
        </Button>
        <Button size="lg" full onClick={onBack}>
          Back
        </Button>
      </div>
    </div>
  )
}
