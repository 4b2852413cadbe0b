import { warningsOf } from './install/warnings.ts'
import { isBuiltIn, type Template, type TemplateVersion } from './template.ts'

/** `isDefault` is not stored: it compares the settings with this template. */
export const templateEntryView = (template: Template, activeId: string) => ({
  id: template.id,
  name: template.name,
  version: template.version,
  versions: [...template.versions],
  source: template.source,
  isDefault: template.id === activeId,
  builtIn: isBuiltIn(template),
  sha256: template.sha256,
  license: template.license,
  homepage: template.homepage,
  manifestUrl: template.manifestUrl,
  createdAt: template.createdAt,
  updatedAt: template.updatedAt,
})

export const templateView = (template: Template, content: TemplateVersion, activeId: string) => ({
  ...templateEntryView(template, activeId),
  html: content.html,
  removed: [...content.removed],
  warnings: [...warningsOf(content.html)],
})
