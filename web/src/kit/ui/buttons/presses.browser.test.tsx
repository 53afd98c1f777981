import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ApiError } from '../../api/api-error.ts'
import { useChange } from '../../api/use-change.ts'
import { FormPanel } from '../../form/FormPanel.tsx'
import { OneTimeSecret } from '../../form/OneTimeSecret.tsx'
import { TextField } from '../../form/TextField.tsx'
import { useForm } from '../../form/use-form.ts'
import { Opens, press, show, cleanUp } from '../../sample-page.tsx'
import { BulkBar } from '../../table/rows/BulkBar.tsx'
import { ActionButton, Button, IconButton } from './Button.tsx'
import { IconCopy } from '../../icons/icons.ts'
import { Menu } from '../layers/Menu.tsx'
import { Modal } from '../layers/Modal.tsx'

afterEach(cleanUp)

const button = (name: string) => page.getByRole('button', { name, exact: true })

/** An action that counts its calls and never resolves. */
function job(): { calls: () => number; begin: () => Promise<void> } {
  let times = 0
  return {
    calls: () => times,
    begin: () => {
      times += 1
      return new Promise(() => undefined)
    },
  }
}

function Saving({ act, onSubmit }: { act?: () => Promise<void>; onSubmit?: () => Promise<void> }) {
  const form = useForm({ initial: { name: 'x' } })
  const save = useChange({ act: act ?? (async () => undefined) })
  return (
    <FormPanel
      form={form}
      saving={false}
      error={null}
      submit="Save"
      onSubmit={onSubmit ?? (() => save.mutate())}
    >
      <TextField {...form.field('name')} label="Name" />
    </FormPanel>
  )
}

function Sending({ act }: { act: () => Promise<void> }) {
  const save = useChange({ act })
  return <Button onClick={() => save.mutate()}>Save</Button>
}

const chosen = {
  rows: [1],
  count: 1,
  keep: () => undefined,
  clear: () => undefined,
  chooseAll: () => undefined,
}

describe('repeated presses', () => {
  it.each([
    ['a button', (begin: () => Promise<void>) => <Button onClick={begin}>Save</Button>],
    [
      'a button that asks a rule',
      (begin) => (
        <ActionButton verdict onClick={begin}>
          Save
        </ActionButton>
      ),
    ],
    ['an icon', (begin) => <IconButton label="Save" icon={IconCopy} onClick={begin} />],
    ['a change in the background', (begin) => <Sending act={begin} />],
    ['the button of a form', (begin) => <Saving onSubmit={begin} />],
    ['the button of a form that changes something', (begin) => <Saving act={begin} />],
    [
      'an action for chosen rows',
      (begin) => (
        <BulkBar selection={chosen as never} total={1} actions={[{ label: 'Save', onSelect: begin }]} />
      ),
    ],
  ] as [string, (begin: () => Promise<void>) => React.JSX.Element][])(
    'runs the action once on a double click on %s',
    async (_, part) => {
      const { calls, begin } = job()
      await show(part(begin))
      await userEvent.dblClick(button('Save'))
      expect(calls()).toBe(1)
    },
  )

  it('runs the action once on a double click on a menu entry', async () => {
    const { calls, begin } = job()
    await show(
      <Menu label="More" entries={[{ label: 'Save', onSelect: begin }]}>
        {(trigger) => <Button {...trigger}>More</Button>}
      </Menu>,
    )
    await userEvent.click(button('More'))
    await userEvent.dblClick(page.getByRole('menuitem', { name: 'Save' }))
    expect(calls()).toBe(1)
  })

  it('runs the action once when Enter is pressed twice in a form field', async () => {
    const { calls, begin } = job()
    await show(<Saving act={begin} />)
    await userEvent.click(page.getByRole('textbox', { name: 'Name' }))
    await press('Enter', 'Enter')
    expect(calls()).toBe(1)
  })

  it('runs the action again on the next press after it has finished', async () => {
    let times = 0
    await show(
      <Button
        onClick={async () => {
          times += 1
        }}
      >
        Save
      </Button>,
    )
    await userEvent.click(button('Save'))
    await userEvent.click(button('Save'))
    expect(times).toBe(2)
  })
})

describe('a change whose dialog is closed before the response', () => {
  const answers = () => {
    const answer = { resolve: () => undefined as void, reject: () => undefined as void }
    const promise = new Promise<void>((resolve, reject) => {
      const error = new ApiError(409, 'The shipment was delivered meanwhile')
      Object.assign(answer, { resolve, reject: () => reject(error) })
    })
    let done = 0
    function Dialog({ onClose }: { onClose: () => void }) {
      const save = useChange({
        act: () => promise,
        done: (_output, _input, isLeft) => !isLeft && (done += 1),
      })
      return (
        <Modal title="Hold" onClose={onClose} footer={<Button onClick={() => save.mutate()}>Save</Button>}>
          Nothing to type
        </Modal>
      )
    }
    const begin = async () => {
      await show(<Opens button="Open">{(close) => <Dialog onClose={close} />}</Opens>)
      await userEvent.click(button('Open'))
      await userEvent.click(button('Save'))
      await userEvent.click(button('Close'))
    }
    return { answer, begin, done: () => done }
  }

  it('displays that the change was done and skips the follow-up of the closed dialog', async () => {
    const { answer, begin, done } = answers()
    await begin()
    answer.resolve()
    await expect
      .element(page.getByText('This was already sent when you closed it. It has been done.'))
      .toBeVisible()
    expect(done()).toBe(0)
  })

  it('displays the error of the change', async () => {
    const { answer, begin } = answers()
    await begin()
    answer.reject()
    await expect
      .element(page.getByRole('alertdialog', { name: 'The action you closed was not done' }))
      .toBeVisible()
    await expect.element(page.getByText('The shipment was delivered meanwhile.')).toBeVisible()
  })
})

it('enables Done for a one-time secret only after the user has ticked that it is stored', async () => {
  let done = 0
  await show(<OneTimeSecret label="I have saved them" onDone={() => (done += 1)} />)
  await userEvent.click(button('Done'), { force: true })
  expect(done).toBe(0)
  await userEvent.click(page.getByRole('checkbox', { name: 'I have saved them' }))
  await userEvent.click(button('Done'))
  expect(done).toBe(1)
})
