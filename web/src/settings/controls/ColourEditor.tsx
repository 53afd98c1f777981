import { parseColour, toHex } from '@waybill/domain/kit/colour'
import { contrast, white } from '@waybill/domain/kit/contrast'
import { followedColour, isThemeKey, readability } from '@waybill/domain/kit/theme'
import { useContext } from 'react'
import { TextField } from '../../kit/form/TextField.tsx'
import type { ControlProps } from './control.ts'
import styles from './colour-editor.module.css'
import { fieldOf } from './field-of.ts'
import { ThemeColours } from './theme-colours.ts'

/**
 * Colour editor: a swatch that opens the device’s colour picker, a text field, and the contrast with the text or
 * background it is used with. A colour that is not set shows the colour derived from the others.
 */
export function ColourEditor(props: ControlProps<'colour'> & { value: string }) {
  const { value, onChange, label, off, control, name } = props
  const colours = useContext(ThemeColours)
  const key = isThemeKey(name) ? name : null
  const followed = key && followedColour(colours, key)
  const colour = parseColour(value)
  const used = parseColour(followed) ?? colour ?? parseColour(control.fallback) ?? white
  const isWrong = value.trim() !== '' && !colour
  const reads = key
    ? readability(colours, key)
    : { ratio: contrast(used, white), words: 'Contrast with white' }
  const field = fieldOf<string>(props)
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
        {...field}
        value={followed && !isWrong ? '' : field.value}
        error={isWrong ? 'Not a colour. Write it such as #15803D.' : props.error}
        placeholder={followed ?? control.fallback}
        mono
        width={184}
        autoComplete="off"
        spellCheck={false}
        suffix={<span title={reads.words} className="tabular">{`${reads.ratio.toFixed(1)} : 1`}</span>}
      />
    </span>
  )
}
