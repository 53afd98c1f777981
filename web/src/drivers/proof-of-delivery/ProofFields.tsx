import { requiredFallback, type FallbackField } from '@waybill/domain/drivers/proof'
import type { ProofStep } from '@waybill/domain/drivers/proof-order'
import { Fragment, type HTMLInputTypeAttribute, type ReactNode } from 'react'
import driver from '../driver.module.css'
import styles from './proof-fields.module.css'
import type { HandOver, HandOverRules } from './hand-over.ts'
import { PhotoRow } from './PhotoRow.tsx'
import { SignaturePad } from './SignaturePad.tsx'
import { useTexts } from '../texts/texts.ts'

/** The proof fields besides or instead of a PIN, in the order and to the extent of the provider's settings. */
export function ProofFields({
  given,
  rules,
  isGrv,
  photos_max,
  onChange,
  onPin,
}: {
  given: HandOver
  rules: HandOverRules
  isGrv: boolean
  photos_max: number
  onChange: (part: Partial<HandOver>) => void
  /** Returns to PIN entry; absent when there is no PIN. */
  onPin?: () => void
}) {
  const t = useTexts()
  const isCollection = rules.leg === 'collection'
  const isRequested = (field: FallbackField): boolean => isCollection || rules.fallback[field].enabled
  const required = isCollection
    ? collectionRequired(rules)
    : isGrv
      ? (['photos'] as const)
      : requiredFallback(rules.fallback)
  const isRequired = (field: FallbackField): boolean => required.includes(field)
  const text = (
    field: Exclude<FallbackField, 'photos' | 'signature'>,
    label: string,
    type?: HTMLInputTypeAttribute,
  ) =>
    (isRequested(field) || isRequired(field)) && (
      <ProofText
        label={label}
        isRequired={isRequired(field)}
        value={given[field]}
        onChange={(value) => onChange({ [field]: value })}
        {...(type ? { type } : {})}
      />
    )
  const shown: Readonly<Record<ProofStep, () => ReactNode>> = {
    pin: () =>
      onPin && (
        <button type="button" className={driver.big} onClick={onPin}>
          {t.handOver.usePin}
        </button>
      ),
    'recipient details': () => (
      <>
        {text('name', t.handOver.name)}
        {!isCollection && text('mobile_number', t.handOver.mobileNumber, 'tel')}
        {!isCollection && text('department', t.handOver.department)}
        {text('description', isCollection ? t.handOver.note : t.handOver.description)}
      </>
    ),
    photo: () =>
      (isRequested('photos') || isRequired('photos')) && (
        <Labelled label={t.handOver.photo} isRequired={isRequired('photos')}>
          <PhotoRow photos={given.photos} max={photos_max} onChange={(photos) => onChange({ photos })} />
        </Labelled>
      ),
    signature: () =>
      (isRequested('signature') || isRequired('signature')) && (
        <Labelled label={t.handOver.signature} isRequired={isRequired('signature')}>
          <SignaturePad signature={given.signature} onChange={(signature) => onChange({ signature })} />
        </Labelled>
      ),
  }
  // When the PIN comes first, these fields are for a receiver without one, so the way back to it comes last.
  const isPinFirst = rules.steps[0] === 'pin'
  const order = isPinFirst ? [...rules.steps.slice(1), 'pin' as const] : rules.steps
  return (
    <div className={driver.fields}>
      {isGrv && (
        <ProofText
          label={t.handOver.documentNumber}
          isRequired={false}
          value={given.document_number}
          onChange={(documentNumber) => onChange({ document_number: documentNumber })}
        />
      )}
      {order.map((step) => (
        <Fragment key={step}>{shown[step]()}</Fragment>
      ))}
    </div>
  )
}

function collectionRequired(rules: HandOverRules): readonly FallbackField[] {
  return [
    'name',
    ...(rules.collection_photo_required ? (['photos'] as const) : []),
    ...(rules.collection_signature_required ? (['signature'] as const) : []),
  ]
}

function Labelled({
  label,
  isRequired,
  children,
}: {
  label: string
  isRequired: boolean
  children: ReactNode
}) {
  const { frame } = useTexts()
  return (
    <div role="group" aria-label={label}>
      <p className={driver.label}>
        {label}
        {!isRequired && <span className={styles.labelPart}>{frame.optional}</span>}
      </p>
      {children}
    </div>
  )
}

export function ProofText({
  label,
  isRequired,
  value,
  type = 'text',
  inputMode,
  onChange,
}: {
  label: string
  isRequired: boolean
  value: string
  type?: HTMLInputTypeAttribute
  inputMode?: 'decimal' | 'numeric'
  onChange: (value: string) => void
}) {
  const { frame } = useTexts()
  return (
    <label className={driver.proofText}>
      <span className={driver.label}>
        {label}
        {!isRequired && <span className={styles.labelPart}>{frame.optional}</span>}
      </span>
      <input
        className={driver.input}
        type={type}
        inputMode={inputMode}
        value={value}
        autoComplete="off"
        required={isRequired}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  )
}
