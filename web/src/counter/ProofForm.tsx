import { documentProblems } from '@waybill/domain/counter/handover'
import type { CounterParcel } from '@waybill/domain/counter/model'
import {
  identity_documents,
  namesMatch,
  readIdCard,
  type IdentityDocument,
} from '@waybill/domain/shipments/proof-of-delivery/identity-check'
import { useEffect, useRef, useState } from 'react'
import { standaloneField } from '../kit/form/FieldFrame.tsx'
import { SelectField } from '../kit/form/choices/SelectField.tsx'
import { focusFirstError } from '../kit/form/FormPanel.tsx'
import { TextField } from '../kit/form/TextField.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { useScan } from '../kit/scan/use-scan.ts'
import { Button } from '../kit/ui/buttons/Button.tsx'
import { Card, Facts } from '../kit/ui/page-layout/Card.tsx'
import { Row, Stack } from '../kit/ui/page-layout/Layout.tsx'
import { Segments } from '../kit/ui/page-layout/Tabs.tsx'
import { Notice } from '../kit/ui/states/Notice.tsx'
import { When } from '../kit/ui/values/Value.tsx'
import type { Counter, Outcome } from './use-counter.ts'

type Proof = 'pin' | 'document'
const proofs = [
  { key: 'pin', label: 'PIN' },
  { key: 'document', label: 'Document' },
] as const
const documents = (Object.keys(identity_documents) as IdentityDocument[]).map((value) => ({
  value,
  label: identity_documents[value],
}))
const no_connection = 'A PIN cannot be checked without a connection. Check a document instead.'

interface ProofProps {
  counter: Counter
  /** The id of the action; a document that follows a PIN without an answer has the same. */
  id: string
  parcel: CounterParcel
  onDone: (outcome: Outcome) => void
  onCancel: () => void
}

/**
 * Takes the proof of a receiver: the PIN, which the server checks at once, or a document, which also works without a
 * connection.
 */
export function ProofForm({ pin, ...props }: ProofProps & { pin: string }) {
  const { counter, parcel } = props
  const [proof, setProof] = useState<Proof>(counter.isOffline ? 'document' : 'pin')
  const [remark, setRemark] = useState('')
  const isPin = proof === 'pin' && !counter.isOffline
  const note = counter.isOffline ? no_connection : remark
  return (
    <Stack>
      <Card title={`Hand out ${parcel.reference}`}>
        <Facts
          of={[
            ['Receiver', parcel.receiver],
            ...(parcel.door === '' ? [] : [['Door', parcel.door] as const]),
            ['To be fetched until', <When key="deadline" at={parcel.deadline} />],
          ]}
        />
      </Card>
      {!counter.isOffline && (
        <div>
          <Segments label="Proof" choices={proofs} chosen={proof} onChoose={setProof} />
        </div>
      )}
      {note !== '' && (
        <Notice variant="warning" live>
          {note}
        </Notice>
      )}
      {isPin ? (
        <PinProof
          {...props}
          startsWith={pin}
          onNoAnswer={() => {
            setRemark(no_connection)
            setProof('document')
          }}
        />
      ) : (
        <DocumentProof {...props} />
      )}
    </Stack>
  )
}

function PinProof({
  counter,
  id,
  parcel,
  startsWith,
  onDone,
  onNoAnswer,
  onCancel,
}: ProofProps & { startsWith: string; onNoAnswer: () => void }) {
  const [pin, setPin] = useState(startsWith)
  const [error, setError] = useState<string | undefined>()
  const { isBusy, run } = useOneAtATime()
  const submit = async (): Promise<void> => {
    if (pin.trim() === '') return setError('Enter the PIN of the receiver.')
    try {
      const action = { type: 'hand-out' as const, reference: parcel.reference, pin: pin.trim() }
      const outcome = await counter.ask(action, id)
      if (outcome.kind !== 'refused') return onDone(outcome)
      setPin('')
      setError(outcome.message)
    } catch {
      onNoAnswer()
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        run(submit)
      }}
    >
      <Stack>
        <TextField
          {...standaloneField('pin', pin, setPin)}
          error={error}
          label="PIN of the receiver"
          size="large"
          width={160}
          mono
          autoFocus
          takesScans
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
        />
        <HandOutButtons isBusy={isBusy} onCancel={onCancel} />
      </Stack>
    </form>
  )
}

function DocumentProof({ counter, id, parcel, onDone, onCancel }: ProofProps) {
  const { isBusy, run } = useOneAtATime()
  const form = useForm({
    initial: { document: 'id-card' as IdentityDocument, name: '', number_end: '' },
    check: documentProblems,
  })
  const { name } = form.values
  const element = useRef<HTMLFormElement>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (attempt > 0) focusFirstError(element.current)
  }, [attempt])
  useScan((_, raw) => {
    const shown = readIdCard(raw)
    if (!shown) return
    form.set('document', shown.document)
    form.set('name', shown.name)
    form.set('number_end', shown.number.slice(-4))
  })
  const submit = async (): Promise<void> => {
    if (!form.validate()) return setAttempt((former) => former + 1)
    const identity = { ...form.values, number_end: form.values.number_end.trim() }
    onDone(await counter.record({ type: 'hand-out', reference: parcel.reference, identity }, id))
  }
  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        run(submit)
      }}
    >
      <Stack>
        <SelectField {...form.field('document')} label="Document" options={documents} />
        <TextField
          {...form.field('name')}
          label="Name on the document"
          hint="Scan the barcode of an ID card, or type what the document says."
          takesScans="page"
          autoFocus
          autoComplete="off"
        />
        <TextField
          {...form.field('number_end')}
          label="Last four digits of its number"
          width={240}
          mono
          maxLength={4}
          takesScans="page"
          autoComplete="off"
        />
        {name.trim() !== '' && parcel.receiver !== '' && !namesMatch(name, parcel.receiver) && (
          <Notice variant="warning" live>
            {`The name differs from the receiver, ${parcel.receiver}. Ask before you hand over the parcel.`}
          </Notice>
        )}
        <HandOutButtons isBusy={isBusy} onCancel={onCancel} />
      </Stack>
    </form>
  )
}

/** Runs one submission at a time: presses while one is pending do nothing, also before the page renders again. */
function useOneAtATime(): { isBusy: boolean; run: (submit: () => Promise<void>) => void } {
  const pending = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const end = (): void => {
    pending.current = false
    setBusy(false)
  }
  return {
    isBusy,
    run: (submit) => {
      if (pending.current) return
      pending.current = true
      setBusy(true)
      void submit().finally(end)
    },
  }
}

function HandOutButtons({ isBusy, onCancel }: { isBusy: boolean; onCancel: () => void }) {
  return (
    <Row>
      <Button type="submit" variant="primary" busy={isBusy}>
        Hand out
      </Button>
      <Button onClick={onCancel}>Back</Button>
    </Row>
  )
}
