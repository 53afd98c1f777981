import { formatRand, parseRand } from '@waybill/domain/kit/money'
import { useState } from 'react'
import { TextField } from '../../kit/form/TextField.tsx'
import { readDecimal } from '../../kit/form/TypedField.tsx'
import type { ControlProps } from './control.ts'
import { fieldOf } from './field-of.ts'

/**
 * Editor for numbers separated by `;`, so that decimals may use a comma. Invalid input stays in the field with an
 * error message.
 */
function ListField(
  props: ControlProps & {
    show: (value: number) => string
    read: (text: string) => number | null
    suffix: string | undefined
  },
) {
  const { show, read, suffix, ...rest } = props
  const [typed, setTyped] = useState<string | null>(null)
  const numbers = Array.isArray(props.value) ? (props.value as number[]) : []
  const parts = (typed ?? '').split(/[;\n]/).filter((part) => part.trim() !== '')
  const wrong = typed === null ? undefined : parts.find((part) => read(part) === null)
  return (
    <TextField
      {...fieldOf<string>(rest)}
      value={typed ?? numbers.map(show).join('; ')}
      onChange={(text) => {
        setTyped(text)
        const readParts = text
          .split(/[;\n]/)
          .filter((part) => part.trim() !== '')
          .map(read)
        if (readParts.every((one) => one !== null)) props.onChange(readParts)
      }}
      onLeave={() => !wrong && setTyped(null)}
      error={wrong ? `${wrong.trim()} is not a number. Write numbers with ; between them.` : props.error}
      suffix={suffix}
      width={280}
      autoComplete="off"
    />
  )
}

/** Editor for a list of numbers. */
export function NumbersEditor(props: ControlProps<'numbers'>) {
  return <ListField {...props} show={String} read={readDecimal} suffix={props.control.unit} />
}

/** Editor for a list of amounts in Rand. */
export function AmountsEditor(props: ControlProps<'amounts'>) {
  return (
    <ListField
      {...props}
      show={(cents) => formatRand(cents).replace('R ', '')}
      read={parseRand}
      suffix="Rand"
    />
  )
}
