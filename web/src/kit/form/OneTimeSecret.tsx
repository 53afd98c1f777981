import { useState } from 'react'
import { Button } from '../ui/buttons/Button.tsx'
import { Checkbox } from './choices/Choices.tsx'
import { standaloneField } from './FieldFrame.tsx'

/**
 * The last part of a dialog that displays a secret only once: its button is enabled after the user has ticked that
 * the secret is stored. It is placed below the secret and not in the foot of the dialog, where a second press of the
 * button that opened it could close it before the user has read the secret.
 */
export function OneTimeSecret({ label, onDone }: { label: string; onDone: () => void }) {
  const [isSaved, setIsSaved] = useState(false)
  return (
    <>
      <Checkbox {...standaloneField('kept', isSaved, setIsSaved)} label={label} />
      <div>
        <Button
          variant="primary"
          reason={isSaved ? null : 'Store it first, then tick the box.'}
          onClick={onDone}
        >
          Done
        </Button>
      </div>
    </>
  )
}
