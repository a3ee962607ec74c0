/** Opens what fetches a model of the Hub by its name; all of it is loaded when somebody asks for it. */
import { Button, Loader, Modal } from '@mantine/core';
import { IconCloudDownload } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { parseHubName } from '../../../../core/formats/models/hub/hubName.ts';
import { text } from '../../../../words/words.ts';
import { Guard } from '../../../kit/notices/Guard.tsx';
import { lazyPart } from '../../../kit/parts/lazyPart.ts';

const HubDialogue = lazyPart(() => import('./HubDialogue.tsx').then((module) => ({ default: module.HubDialogue })));

interface HubButtonProps {
  /** The base that the team has now: where it is a model of the Hub, that one is asked for first. */
  readonly base: string;
  readonly onUse: (name: string) => void;
}

export function HubButton({ base, onUse }: HubButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" size="compact-xs" leftSection={<IconCloudDownload size={14} aria-hidden />} onClick={() => setOpen(true)}>
        {text.training.baseHub}
      </Button>
      <Modal
        opened={open}
        onClose={() => setOpen(false)}
        title={text.training.baseHub}
        size={820}
        closeButtonProps={{ 'aria-label': text.projects.share.close }}
      >
        {open && (
          <Guard place={text.training.baseHub}>
            <Suspense fallback={<Loader size="sm" />}>
              <HubDialogue
                wanted={parseHubName(base) ? base : ''}
                onUse={(name) => {
                  onUse(name);
                  setOpen(false);
                }}
              />
            </Suspense>
          </Guard>
        )}
      </Modal>
    </>
  );
}
