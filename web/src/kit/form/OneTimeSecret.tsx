import { useState } from 'react'
import { Button } from '../ui/buttons/Button.tsx'
import { Checkbox } from './choices/Choices.tsx'
import { standaloneField } from './FieldFrame.tsx'

/**
 * The end of a dialog that shows something this once: its button works when the person has ticked that it is kept. It stands
 * under what is shown and not in the foot, where a second press of the button that brought it would take it away unseen.
 */
export function OneTimeSecret({ kept, onDone }: { kept: string; onDone: () => void }) {
  const [isKept, setIsSaved] = useState(false)
  return (
    <>
      <Checkbox {...standaloneField('kept', isKept, setIsSaved)} label={kept} />
      <div>
        <Button
          variant="primary"
          reason={isKept ? null : 'Keep it first, then tick that you have.'}
          onClick={onDone}
        >
          Done
        </Button>
      </div>
    </>
  )
}
