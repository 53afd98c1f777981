import { parseColour, toHex } from '@waybill/domain/kit/colour'
import { contrast, white } from '@waybill/domain/kit/contrast'
import { drawnColour, followedColour, isThemeKey, type ThemeKey } from '@waybill/domain/kit/theme'
import { useContext } from 'react'
import { TextField } from '../../kit/form/TextField.tsx'
import type { ControlProps } from './control.ts'
import styles from './colour-editor.module.css'
import { fieldOf } from './field-of.ts'
import { ThemeColours } from './theme-colours.ts'

/**
 * Colour editor: a swatch that opens the device’s colour picker, and a text field. Below a theme colour are the shades
 * drawn for it in light and dark mode with their contrast. A colour that is not set shows the one derived from others.
 */
export function ColourEditor(props: ControlProps<'colour'> & { value: string }) {
  const { value, onChange, label, off, control, name } = props
  const colours = useContext(ThemeColours)
  const key = isThemeKey(name) ? name : null
  const followed = key && followedColour(colours, key)
  const colour = parseColour(value)
  const used = parseColour(followed) ?? colour ?? parseColour(control.fallback) ?? white
  const isWrong = value.trim() !== '' && !colour
  const field = fieldOf<string>(props)
  return (
    <div className={styles.colour}>
      <span className={styles.choice}>
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
          width={208}
          autoComplete="off"
          spellCheck={false}
          {...(key
            ? {}
            : {
                suffix: (
                  <span title="Contrast with white" className="tabular">
                    {ratioText(contrast(used, white))}
                  </span>
                ),
              })}
        />
      </span>
      {key && <DrawnShades of={key} label={label} isFollowed={followed !== null} />}
    </div>
  )
}

/** The shades that are drawn for a theme colour, with their contrast. */
function DrawnShades({ of: key, label, isFollowed }: { of: ThemeKey; label: string; isFollowed: boolean }) {
  const colours = useContext(ThemeColours)
  const light = drawnColour(colours, key, 'light')
  const shades = [
    { name: 'Light', ...light },
    { name: 'Dark', ...drawnColour(colours, key, 'dark') },
  ]
  return (
    <div className={styles.drawn}>
      <ul className={styles.shades} aria-label={`${label} as drawn`}>
        {shades.map(({ name, shade, ratio, words }) => (
          <li key={name} className={styles.shade} title={words}>
            <span className={styles.chip} style={{ background: shade }} />
            {name} <span className={styles.code}>{shade}</span>
            <span className={styles.ratio}>{ratioText(ratio)}</span>
          </li>
        ))}
      </ul>
      {(light.is_adjusted || isFollowed) && (
        <p className={styles.remark}>
          {light.is_adjusted
            ? `${key === 'theme_primary' ? 'Links are adjusted' : 'Adjusted'} to ${light.shade} so that text stays readable.`
            : 'Based on your other colours until you choose one.'}
        </p>
      )}
    </div>
  )
}

function ratioText(ratio: number): string {
  return `${ratio.toFixed(1)} : 1`
}
