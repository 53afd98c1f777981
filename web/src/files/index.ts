export { AttachedFiles } from './AttachedFiles.tsx'
export { PictureEditor } from './PictureEditor.tsx'
export { uploadFile } from './upload-file.ts'
export { stillSending, UploadsField, type Uploaded } from './UploadsField.tsx'
