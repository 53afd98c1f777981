import { contrast, parseColour, toHex, white } from '@waybill/domain/kit/colour'
import { TextField } from '../../kit/form/TextField.tsx'
import type { ControlProps } from './control.ts'
import styles from './controls.module.css'
import { fieldOf } from './field-of.ts'

/** A colour: a swatch that opens the picker of the device, its text, and how it reads on white. */
export function ColourEditor(props: ControlProps<'colour'> & { value: string }) {
  const { value, onChange, label, off, control } = props
  const colour = parseColour(value)
  const used = colour ?? parseColour(control.fallback) ?? white
  const isWrong = value.trim() !== '' && !colour
  return (
    <span className={styles.colour}>
      <input
        type="color"
        className={styles.swatch}
        aria-label={`${label}: choose`}
        value={toHex(used)}
        disabled={Boolean(off)}
        onChange={(event) => onChange(event.target.value)}
      />
      <TextField
        {...fieldOf<string>(props)}
        error={isWrong ? 'Not a colour. Write it such as #15803D.' : props.error}
        placeholder={control.fallback}
        mono
        width={184}
        autoComplete="off"
        spellCheck={false}
        suffix={
          <span
            title="Contrast on white"
            className="tabular"
          >{`${contrast(used, white).toFixed(1)} : 1`}</span>
        }
      />
    </span>
  )
}
