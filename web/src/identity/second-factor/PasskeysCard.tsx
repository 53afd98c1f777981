import { useQuery } from '@tanstack/react-query'
import { IconPlus } from '../../kit/icons/kit-icons.ts'
import { passkeysApi, type Passkey } from '@waybill/domain/identity/sign-in/passkeys-api'
import { useId, useState, type FormEvent } from 'react'
import { endpointQuery } from '../../kit/api/endpoint-query.ts'
import { useEndpointMutation } from '../../kit/api/use-endpoint-mutation.ts'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { confirmAction } from '../../kit/layers/alerts.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { When } from '../../kit/ui/values/Value.tsx'
import { makePasskey, passkeySentence } from './passkey.ts'
import { hasPasskeys } from './passkeys-here.ts'
import styles from '../profile.module.css'
import steps from './two-factor.module.css'

/** The user's own passkeys: add, rename, remove (AUTH-077). */
export function PasskeysCard({ onChanged }: { onChanged: () => void }) {
  const query = useQuery(endpointQuery(passkeysApi.list, {}))
  const [isAdding, setAdding] = useState(false)
  const passkeys = query.data?.passkeys ?? []
  const done = (): void => {
    setAdding(false)
    void query.refetch()
    onChanged()
  }
  return (
    <Card title="Passkeys" {...(passkeys.length > 0 ? { note: String(passkeys.length) } : {})}>
      <p>
        Log in with your fingerprint, face or the PIN of a device, without password and code. It also counts
        as your second factor.
      </p>
      {query.isError && (
        <RegionError what="The passkeys" thrown={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <Loading lines={1} />}
      {passkeys.length > 0 && (
        <ul className={styles.devices}>
          {passkeys.map((one) => (
            <Row key={one.id} passkey={one} onChanged={done} />
          ))}
        </ul>
      )}
      {hasPasskeys() ? (
        <div className={styles.actions}>
          <Button icon={IconPlus} onClick={() => setAdding(true)}>
            Add a passkey
          </Button>
        </div>
      ) : (
        <p className={styles.quiet}>
          Passkeys are not possible here. This page is open under an IP address, or this browser does not
          support passkeys.
        </p>
      )}
      {isAdding && <NewPasskey onClose={() => setAdding(false)} onDone={done} />}
    </Card>
  )
}

function Row({ passkey, onChanged }: { passkey: Passkey; onChanged: () => void }) {
  const [isRenaming, setRenaming] = useState(false)
  const remove = useEndpointMutation(passkeysApi.remove, {
    done: () => {
      toast.success(`Passkey ${passkey.name} was removed`)
      onChanged()
    },
  })
  const confirmRemoval = async (): Promise<void> => {
    const isSure = await confirmAction({
      title: `Remove passkey ${passkey.name}?`,
      body: 'It can no longer be used to log in here. Delete it on the device as well.',
      confirm: 'Remove passkey',
      cancel: 'Keep passkey',
      danger: true,
    })
    if (isSure) remove.mutate({ id: passkey.id })
  }
  return (
    <li className={styles.device}>
      <span>
        <strong>{passkey.name}</strong>
        <span className={styles.quiet}>
          {passkey.time_last_used ? (
            <>
              last used <When at={passkey.time_last_used} />
            </>
          ) : (
            <>
              added <When at={passkey.time_created} />
            </>
          )}
          {passkey.rp_id !== window.location.hostname && ` · works at ${passkey.rp_id}`}
        </span>
      </span>
      <span className={styles.actions}>
        <Button size="sm" aria-label={`Rename ${passkey.name}`} onClick={() => setRenaming(true)}>
          Rename
        </Button>
        <Button
          size="sm"
          variant="danger"
          busy={remove.isPending}
          aria-label={`Remove ${passkey.name}`}
          onClick={() => confirmRemoval()}
        >
          Remove
        </Button>
      </span>
      {isRenaming && <Rename passkey={passkey} onClose={() => setRenaming(false)} />}
    </li>
  )
}

interface Named {
  name: string
}
const checkName = ({ name }: Named) =>
  name.trim() === '' ? [{ field: 'name', message: 'Enter a name that identifies the device.' }] : []

function Rename({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const save = useEndpointMutation(passkeysApi.rename, {
    inForm: true,
    refresh: [passkeysApi.list],
    done: onClose,
  })
  const form = useForm<Named>({ initial: { name: passkey.name }, check: checkName })
  return (
    <Modal title="Rename passkey" width="narrow" onClose={onClose}>
      <FormPanel
        form={form}
        saving={save.isPending}
        error={save.error}
        submit="Save"
        onCancel={onClose}
        onSubmit={({ name }) => save.mutate({ id: passkey.id, name: name.trim() })}
      >
        <TextField {...form.field('name')} label="Name" maxLength={60} autoComplete="off" />
      </FormPanel>
    </Modal>
  )
}

/**
 * Prompts for a name, then creates the passkey in the browser. Also used in the dialogs that block the app, where no
 * router is available.
 */
export function NewPasskey({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const [name, setName] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  const make = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (isBusy) return
    const [problem] = checkName({ name })
    setMessage(problem?.message ?? null)
    if (problem) return
    setBusy(true)
    try {
      const made = await makePasskey(name.trim())
      toast.success(`Passkey ${made.name} was added`)
      onDone()
    } catch (thrown) {
      setMessage(passkeySentence(thrown))
      setBusy(false)
    }
  }
  const form = useId()
  return (
    <Modal
      title="Add a passkey"
      width="narrow"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={isBusy}>
            Add passkey
          </Button>
        </>
      }
    >
      <form id={form} className={steps.steps} onSubmit={(event) => make(event)}>
        <p>Your browser then asks for the device and how you unlock it.</p>
        {message && (
          <Notice variant="error" live>
            {message}
          </Notice>
        )}
        <TextField
          {...standaloneField('name', name, setName)}
          label="Name"
          hint="Such as ‘My phone’."
          maxLength={60}
          autoComplete="off"
          autoFocus
        />
      </form>
    </Modal>
  )
}
