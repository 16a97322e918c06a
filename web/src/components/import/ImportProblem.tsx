import { Alert } from 'antd';

/** Why the last step was refused. */
export function ImportProblem({ message }: { message: string | undefined }) {
  return message === undefined ? null : <Alert type="error" showIcon role="alert" title={message} />;
}
