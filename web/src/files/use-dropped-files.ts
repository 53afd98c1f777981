import { useEffect, useEffectEvent, useRef, useState } from 'react'

/**
 * Calls `onFiles` for files dropped on or pasted into the form around an element. Other content is left to the
 * browser. `isOver` is true while files are dragged over the form.
 */
export function useDroppedFiles(onFiles: (files: readonly File[]) => void) {
  const area = useRef<HTMLDivElement>(null)
  const addFiles = useEffectEvent(onFiles)
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const form = area.current?.closest('form')
    if (!form) return
    const ends = new AbortController()
    const listen = { signal: ends.signal }
    const hold = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (!(event.relatedTarget instanceof Node && form.contains(event.relatedTarget))) setOver(false)
    }
    const take = (event: Event, carried: DataTransfer | null) => {
      const files = [...(carried?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      addFiles(files)
    }
    form.addEventListener('dragenter', hold, listen)
    form.addEventListener('dragover', hold, listen)
    form.addEventListener('dragleave', leave, listen)
    form.addEventListener(
      'drop',
      (event) => {
        setOver(false)
        take(event, event.dataTransfer)
      },
      listen,
    )
    form.addEventListener('paste', (event) => take(event, event.clipboardData), listen)
    return () => ends.abort()
  }, [])
  return { area, isOver }
}
