import { useState } from 'react'
import { TextField } from '../../../kit/form/TextField.tsx'
import { Button } from '../../../kit/ui/buttons/Button.tsx'
import { Row } from '../../../kit/ui/page-layout/Layout.tsx'
import { None } from '../../../kit/ui/values/Value.tsx'
import { hidden_placeholder } from '../../editing/edited-settings.ts'
import type { ControlProps } from '../control.ts'
import { fieldOf } from '../field-of.ts'

/** Editor for a secret: shows `***` while one is stored, never shows its value, and replaces it as a whole (SET-018). */
export function SecretEditor(props: ControlProps<'secret'>) {
  const [isReplacing, setReplacing] = useState(false)
  const isStored = props.value === hidden_placeholder
  if (isStored && !isReplacing)
    return (
      <Row>
        <span className="mono" aria-label={`${props.label} is set`}>
          {hidden_placeholder}
        </span>
        {!props.off && (
          <Button
            size="sm"
            onClick={() => {
              setReplacing(true)
              props.onChange('')
            }}
          >
            Replace
          </Button>
        )}
      </Row>
    )
  if (props.off) return <None />
  return (
    <TextField
      {...fieldOf<string>(props)}
      type="password"
      autoComplete="new-password"
      width={280}
      placeholder={isReplacing ? 'New secret' : 'Not set'}
      autoFocus={isReplacing}
    />
  )
}
