import type { SourceKind } from '@jadegate/contract/identity/identity-source';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { RecordDrawer } from '../../../components/form/RecordDrawer.tsx';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { useSaveRecord } from '../../../hooks/useSaveRecord.ts';
import {
  identitySourceQuery,
  useCreateIdentitySource,
  useUpdateIdentitySource,
} from './identity-source.queries.ts';
import { IdentitySourceFields } from './IdentitySourceFields.tsx';
import { BLANKS, SOURCE_FORMS, toForm, toInput } from './source-form.ts';

export function IdentitySourceFormDrawer({ open, target: id, onClose }: OverlayProps<string>) {
  const save = useSaveRecord(id, useCreateIdentitySource(), useUpdateIdentitySource());
  const stored = useQuery({ ...identitySourceQuery(id ?? ''), enabled: open && id !== undefined });
  const [chosen, setChosen] = useState<SourceKind>('oidc');
  const kind = id === undefined ? chosen : (stored.data?.kind ?? chosen);
  return (
    <RecordDrawer
      {...{ open, id, onClose, stored }}
      wide
      words="identity-source"
      schema={SOURCE_FORMS[kind]}
      blank={BLANKS[kind]}
      toInput={toForm}
      save={(form) => save(toInput(kind, form))}
      nameOf={({ name }) => name}
    >
      <IdentitySourceFields
        {...{ id, kind }}
        isSecretStored={stored.data?.isSecretStored ?? false}
        onKind={id === undefined ? setChosen : undefined}
      />
    </RecordDrawer>
  );
}
