import { EVERY_CONNECTOR, type Trends } from '@/lib/queries';
import { SeriesField } from './series-field';
import { connectorName } from './series-lines';

type Props = {
  connectors: Trends['connectors'];
  connector: string;
  onConnector: (connector: string) => void;
};

/** A field to choose the connector whose runs are shown; renders nothing if there is only one. */
export function ConnectorField({ connectors, connector, onConnector }: Props) {
  return (
    <SeriesField
      label="Connector"
      choices={connectors}
      value={connector}
      nameOf={connectorName}
      every={{ value: EVERY_CONNECTOR, text: 'All connectors' }}
      onValue={onConnector}
    />
  );
}
