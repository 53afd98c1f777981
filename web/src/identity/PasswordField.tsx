import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { TextField, type TextFieldProps } from '../kit/form/TextField.tsx'
import { IconButton } from '../kit/ui/Button.tsx'

/** A password that can be shown while it is typed; paste and password managers are welcome. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'suffix'>) {
  const [isSeen, setSeen] = useState(false)
  return (
    <TextField
      {...props}
      type={isSeen ? 'text' : 'password'}
      suffix={
        <IconButton
          label={isSeen ? 'Hide password' : 'Show password'}
          icon={isSeen ? IconEyeOff : IconEye}
          size="xs"
          tooltip={false}
          onClick={() => setSeen(!isSeen)}
        />
      }
    />
  )
}
