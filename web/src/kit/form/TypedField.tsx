import { formatRand, parseRand, amountProblemText, type Cents } from '@waybill/domain/kit/money'
import { looksLikePhone, formatPhone } from '@waybill/domain/kit/contacts/phone'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { formatDecimal } from '../ui/values/numbers.ts'
import type { FieldAppearance } from './FieldFrame.tsx'
import { TextField, type TextFieldProps } from './TextField.tsx'
import type { FieldBinding } from './use-form.ts'

/** Holds typed text that cannot be parsed yet, so that an invalid amount stays visible and is not lost. */
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
  // A form displays this problem itself. Clear it on unmount, so that a removed field does not block the form.
  const reportUnread = useEffectEvent((message: string | null) => binding.onUnread?.(message))
  useEffect(() => {
    reportUnread(unread)
    return () => reportUnread(null)
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

/** Parses a plain decimal with point or comma; returns `null` when it is not one. */
export function readDecimal(text: string): number | null {
  const plain = text.replaceAll(/\s/g, '').replace(',', '.')
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null
}

interface NumberAppearance extends FieldAppearance {
  suffix?: ReactNode
  /** Decimal places displayed after the user leaves the field. */
  places?: number
  /** Takes a weight in kg of a connected scale. */
  takesWeight?: boolean
}

/** A number field; empty is `null`. It has no spinner buttons, and scrolling over it does not change the value. */
export function NumberField({ places = 2, suffix, ...rest }: FieldBinding<number | null> & NumberAppearance) {
  const typed = useTyped(
    rest,
    (value) => formatDecimal(value, places).replaceAll(',', ''),
    readDecimal,
    whyNoNumber,
  )
  return <TextField {...rest} {...typed} suffix={suffix} inputMode="decimal" autoComplete="off" alignRight />
}

/**
 * A field for money in cents: accepts `1 250,50`, `1,250.50`, `1250.5`, and displays `1,250.50` after the user leaves
 * it; empty is `null`.
 */
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

/** A field for a phone number in any format; displays it as `+27 82 123 4567` after the user leaves it. */
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
