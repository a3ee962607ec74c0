/** Taking the project to a cluster: which kind of server, what that is expected to refuse, and then the job as a zip. */
import { Radio, Stack, Text } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { gpuHours, NAMED_GPU } from '../../../../../core/formats/exports/cluster/cost.ts';
import type { ExpectedServer, JobInput } from '../../../../../core/formats/exports/cluster/input.ts';
import { SERVERS, type ServerKind } from '../../../../../core/formats/exports/cluster/servers.ts';
import { expectedServers } from '../../../../../tinker/job/clusterJob.ts';
import { clusterText, GAP } from '../../../../../words/words.ts';
import { formatBytes } from '../../../../kit/figures/format.ts';
import { useDocument } from '../../../../state/document/document.ts';
import { useEngine } from '../../../../state/engine/engine.ts';
import { FaultRows } from '../../../../kit/refused/FaultRows.tsx';
import { goToSubject } from '../../../../kit/refused/goToSubject.ts';
import { DownloadFoot } from '../download/DownloadFoot.tsx';
import { useDownload } from '../download/useDownload.ts';
import { adaptersHere, heldBases, jobCost } from './project.ts';

const words = clusterText.dialogue;

export function ClusterDialogue({ onClose }: { readonly onClose: () => void }) {
  const document = useDocument((state) => state.document);
  const counted = useEngine((state) => state.cost);
  const holds = useMemo(() => heldBases(document, counted), [document, counted]);
  const servers = useMemo(() => expectedServers(document, holds), [document, holds]);
  const [chosen, setChosen] = useState<ServerKind>('skyrl-megatron');
  const [adapters, setAdapters] = useState<JobInput['adapters']>(null);
  const download = useDownload();
  const { fail } = download;
  const cost = jobCost(document, counted);
  const refused = servers.find(({ kind }) => kind === chosen)?.refused ?? [];

  useEffect(() => {
    let open = true;
    adaptersHere(document).then(
      (found) => open && setAdapters(found),
      (error: unknown) => open && fail(error),
    );
    return () => {
      open = false;
    };
  }, [document, fail]);

  const work = async () => {
    const { downloadJob } = await import('./downloadJob.ts');
    const done = await downloadJob(document, { chosen, cost, adapters, holds });
    return done && words.done(done.file, formatBytes(done.bytes));
  };

  return (
    <Stack gap="sm">
      <Text size="sm">{words.about}</Text>
      <Radio.Group label={words.server} value={chosen} onChange={(kind) => setChosen(kind as ServerKind)}>
        <Stack gap={6} mt={6}>
          {servers.map((server) => (
            <ServerRadio key={server.kind} {...server} />
          ))}
        </Stack>
      </Radio.Group>
      <FaultRows
        faults={refused}
        label={words.refused(refused.length)}
        note={words.expected}
        onChange={(subject) => goToSubject(document, subject) && onClose()}
      />
      <Text size="xs" c="dimmed">
        {cost ? words.cost(gpuHours(cost.flopsPerIteration * document.training.iterations), NAMED_GPU.name) : words.costUnknown}
        {GAP}
        {adapters && words.adapters(adapters.iteration)}
      </Text>
      <DownloadFoot download={download} label={refused.length === 0 ? words.download : words.anyway} work={work} />
    </Stack>
  );
}

function ServerRadio({ kind, refused }: ExpectedServer) {
  const description = refused.length === 0 ? words.nothing : words.refused(refused.length);
  return <Radio value={kind} label={SERVERS[kind].title} description={description} />;
}
