export { PictureEditor } from './PictureEditor.tsx'
