import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from './Choices.tsx'
import { loose } from './FieldFrame.tsx'

/**
 * The end of a dialog that shows something this once: its button works when the person has ticked that it is kept. It stands
 * under what is shown and not in the foot, where a second press of the button that brought it would take it away unseen.
 */
export function ShownOnce({ kept, onDone }: { kept: string; onDone: () => void }) {
  const [isKept, setKept] = useState(false)
  return (
    <>
      <Checkbox {...loose('kept', isKept, setKept)} label={kept} />
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
