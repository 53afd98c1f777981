import type { RenderedElements } from './styles.ts'

const text_node = 3
const element_node = 1

/** Returns the visible text of an element; each block and each table row is a line. */
export function innerText(element: Element, shown: RenderedElements): string {
  const parts: string[] = []
  let line = ''
  const endLine = (): void => {
    if (line.trim() !== '') parts.push(line.trim())
    line = ''
  }
  const walk = (node: Node): void => {
    if (node.nodeType === text_node) {
      const parent = node.parentElement
      if (parent && shown.of(parent).visibility !== 'visible') return
      const text = (node.textContent ?? '').replaceAll(/[ \t\r\n]+/g, ' ')
      const transform = parent ? shown.of(parent)['text-transform'] : 'none'
      const read = transform === 'uppercase' ? text.toUpperCase() : text
      line += line === '' || line.endsWith(' ') || line.endsWith('\t') ? read.replace(/^ /, '') : read
      return
    }
    if (node.nodeType !== element_node) return
    const one = node as Element
    const { display } = shown.of(one)
    if (display === 'none' || one.nodeName === 'svg' || one.nodeName === 'OPTION') return
    if (one.nodeName === 'BR') return endLine()
    const isBlock = !/^(inline|contents|table-cell)/.test(display)
    if (isBlock) endLine()
    if (display === 'table-cell' && line !== '') line = `${line.trimEnd()}\t`
    one.childNodes.forEach(walk)
    if (isBlock) endLine()
  }
  element.childNodes.forEach(walk)
  endLine()
  return parts.join('\n')
}
