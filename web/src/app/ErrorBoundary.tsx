import { Component, type ReactNode } from 'react';

import { RenderErrorPage } from '../features/platform/errors/RenderErrorPage.tsx';

interface ErrorBoundaryProps {
  children: ReactNode;
}

interface ErrorBoundaryState {
  failed?: { error: unknown };
}

/** Shows the error page in place of what threw. Give it a key that changes with the page, so leaving the page ends it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = {};

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { failed: { error } };
  }

  override render(): ReactNode {
    const { failed } = this.state;
    return failed ? <RenderErrorPage error={failed.error} /> : this.props.children;
  }
}
