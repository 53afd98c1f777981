import { formatRand, parseRand, amountProblemText, type Cents } from '@waybill/domain/kit/money'
import { looksLikePhone, formatPhone } from '@waybill/domain/kit/contacts/phone'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { formatDecimal } from '../ui/values/numbers.ts'
import type { FieldAppearance } from './FieldFrame.tsx'
import { TextField, type TextFieldProps } from './TextField.tsx'
import type { FieldBinding } from './use-form.ts'

/** What has been typed and not yet understood is kept here, so that a wrong amount is shown and not lost. */
function useTyped<Value>(
  binding: FieldBinding<Value | null>,
  show: (value: Value) => string,
  read: (text: string) => Value | null,
  problemOf: (text: string) => string,
): Pick<TextFieldProps, 'value' | 'onChange' | 'onLeave' | 'error'> {
  const [typed, setTyped] = useState<string | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const shown = binding.value === null || binding.value === undefined ? '' : show(binding.value)
  const whyUnread = (text: string): string | null =>
    text.trim() === '' || read(text) !== null ? null : problemOf(text)
  const unread = typed === null ? null : whyUnread(typed)
  const { name } = binding
  // A form says it itself; it must not wait for a field that has gone.
  const tell = useEffectEvent((message: string | null) => binding.onUnread?.(message))
  useEffect(() => {
    tell(unread)
    return () => tell(null)
  }, [name, unread])
  return {
    value: typed ?? shown,
    error: binding.error ?? wrong ?? undefined,
    onChange: (text) => {
      const message = whyUnread(text)
      setTyped(text)
      if (message === null) setWrong(null)
      binding.onUnread?.(message)
      binding.onChange(text.trim() === '' ? null : read(text))
    },
    onLeave: () => {
      if (unread === null) setTyped(null)
      if (!binding.onUnread) setWrong(unread)
      binding.onLeave()
    },
  }
}

const whyNoNumber = (): string => 'This is not a number. Type it like 12.5.'

/** A plain decimal with point or comma; `null` when it is none. */
export function readDecimal(text: string): number | null {
  const plain = text.replaceAll(/\s/g, '').replace(',', '.')
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null
}

interface NumberAppearance extends FieldAppearance {
  suffix?: ReactNode
  /** Decimal places shown once left. */
  places?: number
}

/** A number; empty is `null`. Never a spinner, and scrolling over it changes nothing. */
export function NumberField({ places = 2, suffix, ...rest }: FieldBinding<number | null> & NumberAppearance) {
  const typed = useTyped(
    rest,
    (value) => formatDecimal(value, places).replaceAll(',', ''),
    readDecimal,
    whyNoNumber,
  )
  return <TextField {...rest} {...typed} suffix={suffix} inputMode="decimal" autoComplete="off" alignRight />
}

/** Money in cents: accepts `1 250,50`, `1,250.50`, `1250.5`, shows `1,250.50` once left; empty is `null`. */
export function MoneyField(props: FieldBinding<Cents | null> & FieldAppearance) {
  const typed = useTyped(props, (cents) => formatRand(cents).replace('R ', ''), parseRand, amountProblemText)
  return (
    <TextField
      width={140}
      {...props}
      {...typed}
      prefix="R"
      inputMode="decimal"
      autoComplete="off"
      alignRight
    />
  )
}

/** A phone number in any written form, shown as `+27 82 123 4567` once left. */
export function PhoneField(props: FieldBinding<string> & FieldAppearance & { autoComplete?: string }) {
  return (
    <TextField
      autoComplete="tel"
      {...props}
      type="tel"
      inputMode="tel"
      onLeave={() => {
        if (looksLikePhone(props.value)) props.onChange(formatPhone(props.value))
        props.onLeave()
      }}
    />
  )
}
