import { IconEye, IconEyeOff } from '../../kit/icons/kit-icons.ts'
import { useState } from 'react'
import { TextField, type TextFieldProps } from '../../kit/form/TextField.tsx'
import { IconButton } from '../../kit/ui/buttons/Button.tsx'

/** Password input with a button to show the password. Pasting and password managers are allowed. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'suffix'>) {
  const [isRevealed, setRevealed] = useState(false)
  return (
    <TextField
      {...props}
      type={isRevealed ? 'text' : 'password'}
      suffix={
        <IconButton
          label={isRevealed ? 'Hide password' : 'Show password'}
          icon={isRevealed ? IconEyeOff : IconEye}
          size="xs"
          tooltip={false}
          onClick={() => setRevealed(!isRevealed)}
        />
      }
    />
  )
}
