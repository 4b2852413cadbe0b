import { warningsOf } from '../install/warnings.ts'
import { isBuiltIn, type Template, type TemplateVersion } from '../template.ts'

/** `isDefault` is not stored: it compares the settings with this template. */
export const templateEntryView = (template: Template, activeId: string) => ({
  ...template,
  versions: [...template.versions],
  isDefault: template.id === activeId,
  builtIn: isBuiltIn(template),
})

export const templateView = (template: Template, content: TemplateVersion, activeId: string) => ({
  ...templateEntryView(template, activeId),
  html: content.html,
  removed: [...content.removed],
  warnings: [...warningsOf(content.html)],
})
